//! Requests in, answers out: the protocol of `docs/driver-protocol.md`.
//!
//! Lines are read as bytes and of any length: a `recode` of a 16 MB document is a line of 32 MB.
//! Whatever goes wrong, a library's panic too, becomes one `error` line, and the session goes on.
//! Only what stops the whole process (a stack that overflows) ends it.

use crate::allocations;
use crate::contender::{Contender, Measured, Open, Operation, Rejection};
use crate::corpus::{Corpus, Scope};
use crate::libraries;
use crate::line::{ABSENT, decode_hex, decode_word, encode_hex, encode_word};
use std::any::Any;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers requests until `bye` or the end of input.
pub fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut session = Session { contenders: libraries::all(), open: None };
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        output.write_all(session.guarded(request).as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        if request == b"bye" {
            return Ok(());
        }
    }
}

struct Session {
    contenders: Vec<Contender>,
    open: Option<Box<dyn Open>>,
}

impl Session {
    /// The answer, without its line end, whatever happens.
    fn guarded(&mut self, request: &[u8]) -> String {
        catch_unwind(AssertUnwindSafe(|| self.answer(request)))
            .unwrap_or_else(|panic| Err(format!("panic: {}", panic_message(&*panic))))
            .unwrap_or_else(|problem| format!("error {}", encode_word(&problem)))
    }

    /// The answer, or the message of an error.
    fn answer(&mut self, request: &[u8]) -> Result<String, String> {
        let request = str::from_utf8(request).map_err(|_| "a request is UTF-8".to_owned())?;
        let words: Vec<&str> = request.split(' ').collect();
        match words[..] {
            ["hello"] => Ok(concat!("ok wirebench-driver 1 rust ", env!("RUSTC_VERSION")).into()),
            ["contenders"] => self.announce(),
            ["open", name, format, path, ref settings @ ..] => {
                self.open(name, format, path, settings)
            }
            ["cold", operation] => self.time(operation, Scope::First, 1),
            ["recode", hex] => self.recode(hex),
            ["emit", path] => self.emit(path, false),
            ["emit", path, operation] => {
                let operation = Operation::named(operation)?;
                self.emit(path, operation == Operation::Cycle)
            }
            ["time", operation, passes] => {
                let number = passes.parse().ok().filter(|&passes| passes > 0);
                let passes = number.ok_or_else(|| format!("no number of passes: {passes:?}"))?;
                self.time(operation, Scope::Whole, passes)
            }
            ["allocations", operation] => self.allocations(operation),
            ["bye"] => Ok("ok".into()),
            _ => {
                let begin: String = request.chars().take(60).collect();
                Err(format!("no such request: {begin:?}"))
            }
        }
    }

    fn announce(&self) -> Result<String, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let path = encode_word(&program.to_string_lossy());
        let mut lines = String::new();
        for Contender { name, version, traits, .. } in &self.contenders {
            lines.push_str(&format!("contender {name} {version} {path} bson {traits}\n"));
        }
        Ok(lines + "ok")
    }

    fn open(
        &mut self,
        name: &str,
        format: &str,
        path: &str,
        more: &[&str],
    ) -> Result<String, String> {
        self.open = None;
        let name = decode_word(name)?;
        let contender = self.contenders.iter().find(|contender| contender.name == name);
        let contender = contender.ok_or_else(|| format!("no contender {name:?} here"))?;
        if format != "bson" {
            return Err(format!("{name} knows the format bson, not {format:?}"));
        }
        if let [setting, ..] = more {
            return Err(format!("bson takes no setting, here is {setting:?}"));
        }
        let opened = (contender.open)(Corpus::read(&decode_word(path)?)?)?;
        let documents = opened.documents();
        self.open = Some(opened);
        Ok(format!("ok {documents}"))
    }

    fn opened(&mut self) -> Result<&mut dyn Open, String> {
        match &mut self.open {
            Some(open) => Ok(&mut **open),
            None => Err("nothing is open: ask for `open NAME FORMAT PATH` first".to_owned()),
        }
    }

    fn time(&mut self, operation: &str, scope: Scope, passes: u64) -> Result<String, String> {
        let operation = Operation::named(operation)?;
        let open = self.opened()?;
        open.prepare(operation, scope)?;
        let Measured { nanoseconds, consumed } = open.run(operation, scope, passes)?;
        Ok(format!("ok {nanoseconds} {consumed}"))
    }

    fn allocations(&mut self, operation: &str) -> Result<String, String> {
        let operation = Operation::named(operation)?;
        let open = self.opened()?;
        open.prepare(operation, Scope::Whole)?;
        let (result, allocated) = allocations::count(|| open.run(operation, Scope::Whole, 1));
        result?;
        Ok(format!("ok {} {}", allocated.count, allocated.bytes))
    }

    fn recode(&mut self, hex: &str) -> Result<String, String> {
        let document = decode_hex(hex)?;
        Ok(match self.opened()?.recode(&document) {
            Ok(bytes) => format!("bytes {}", encode_hex(&bytes)),
            Err(Rejection { kind, offset, message }) => {
                let offset = offset.map_or(ABSENT.to_owned(), |offset| offset.to_string());
                format!("rejected {kind} {offset} {}", encode_word(&message))
            }
        })
    }

    fn emit(&mut self, path: &str, cycle: bool) -> Result<String, String> {
        let path = decode_word(path)?;
        let open = self.opened()?;
        let failed = |error: io::Error| format!("cannot write {path}: {error}");
        let mut file = BufWriter::new(File::create(&path).map_err(failed)?);
        open.emit(cycle, &mut file)?;
        file.flush().map_err(failed)?;
        Ok("ok".into())
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::doc;
    use std::fs;
    use std::path::PathBuf;

    /// What a fresh session answers to `requests`, line by line.
    fn talk(requests: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(&mut requests.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    /// A file of its own for each test, removed at the end; its name has a space.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str, content: &[u8]) -> Self {
            let name = format!("wirebench driver {test} {}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::write(&path, content).unwrap();
            Self(path)
        }

        fn word(&self) -> String {
            encode_word(self.0.to_str().unwrap())
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn two_documents() -> Vec<u8> {
        [doc! {"a": 1}, doc! {"b": "two"}].map(|document| document.to_vec().unwrap()).concat()
    }

    /// The last number of an `ok` line.
    fn consumed(line: &str) -> u64 {
        line.strip_prefix("ok ").and_then(|rest| rest.rsplit(' ').next()?.parse().ok()).expect(line)
    }

    #[test]
    fn a_whole_conversation() {
        let corpus = Scratch::new("conversation", &two_documents());
        let emitted = Scratch::new("emitted", b"");
        let (path, out) = (corpus.word(), emitted.word());
        let answers = talk(&format!(
            "hello\nopen bson@Document bson {path}\ncold decode\ntime decode 3\ntime encode 3\n\
             recode 0500000000\nrecode 0500000001\nrecode -\nemit {out}\nbye\nhello\n"
        ));
        assert!(answers[0].starts_with("ok wirebench-driver 1 rust 1."), "{}", answers[0]);
        assert_eq!(answers[1], "ok 2");
        assert_eq!(consumed(&answers[2]), 1);
        assert_eq!(consumed(&answers[3]), 3 * 2);
        assert_eq!(consumed(&answers[4]), 3 * two_documents().len() as u64);
        assert_eq!(answers[5], "bytes 0500000000");
        assert!(answers[6].starts_with("rejected unknown - BSON%20error"), "{}", answers[6]);
        assert!(answers[7].starts_with("rejected unknown - "), "{}", answers[7]);
        assert_eq!(answers[8..], ["ok", "ok"], "nothing is answered after bye");
        assert_eq!(fs::read(&emitted.0).unwrap(), two_documents());
    }

    #[test]
    fn announces_itself_in_the_words_of_the_protocol() {
        let answers = talk("contenders\n");
        let (last, lines) = answers.split_last().unwrap();
        assert_eq!(last, "ok");
        assert_eq!(lines.len(), libraries::all().len());
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!((words[0], words[4]), ("contender", "bson"));
            assert_eq!(words[2].split('.').count(), 3, "{line}");
            assert!(std::path::Path::new(&decode_word(words[3]).unwrap()).is_file(), "{line}");
            for key in ["model=", "buffer=", "ownership=", "checks=", "ops="] {
                assert_eq!(words.iter().filter(|word| word.starts_with(key)).count(), 1, "{line}");
            }
        }
    }

    #[test]
    fn every_fault_is_one_error_line_and_the_session_goes_on() {
        let good = Scratch::new("good", &two_documents());
        let cut = Scratch::new("cut", &two_documents()[..20]);
        let mut invalid = doc! {"a": true}.to_vec().unwrap();
        invalid[7] = 2;
        let invalid = Scratch::new("invalid", &invalid);
        let (good, cut, invalid) = (good.word(), cut.word(), invalid.word());
        for (request, part) in [
            ("", "no such request"),
            ("sing a song", "no such request"),
            ("hello ", "no such request"),
            ("time decode 1", "nothing is open"),
            ("open nobody bson /x", "no contender"),
            ("open bson@Document cql /x", "knows the format bson"),
            ("open bson@Document bson /does/not/exist", "cannot read"),
            (&format!("open bson@Document bson {good} schema=x"), "takes no setting"),
            (&format!("open bson@Document bson {cut}"), "byte 12: a document of 16 bytes, 8 left"),
            (&format!("open bson@serde bson {good}"), "records for bson/flat and bson/order"),
            (&format!("open bson@Document bson {good}\ntime sing 1"), "no operation"),
            (&format!("open bson@Document bson {good}\ntime decode 0"), "number of passes"),
            (&format!("open bson@Document bson {good}\ntime decode x"), "number of passes"),
            (&format!("open bson@Document bson {good}\ntime cycle 1"), "bson/doc32 only"),
            (&format!("open bson@RawDocument bson {good}\ntime encode 1"), "only decodes"),
            (&format!("open bson@Document bson {good}\nrecode 050"), "even number"),
            (&format!("open bson@Document bson {good}\nemit /no/such/folder/x"), "cannot write"),
            (&format!("open bson@Document bson {invalid}\ntime decode 1"), "document 0: unknown"),
            (&format!("open bson@RawDocument bson {invalid}\ncold decode"), "document 0: unknown"),
        ] {
            let answers = talk(&format!("{request}\nhello\n"));
            let [.., answer, hello] = &answers[..] else { panic!("{request}: {answers:?}") };
            let message = answer.strip_prefix("error ").unwrap_or_else(|| panic!("{answer}"));
            let message = decode_word(message).unwrap();
            assert!(message.contains(part), "{request}: {message}");
            assert!(hello.starts_with("ok "), "{hello}");
        }
    }

    #[test]
    fn a_panic_of_a_library_is_an_error() {
        struct Panics;
        impl Open for Panics {
            fn documents(&self) -> usize {
                1
            }
            fn prepare(&mut self, _: Operation, _: Scope) -> Result<(), String> {
                panic!("on purpose")
            }
            fn run(&self, _: Operation, _: Scope, _: u64) -> Result<Measured, String> {
                unreachable!()
            }
            fn recode(&self, _: &[u8]) -> Result<Vec<u8>, Rejection> {
                unreachable!()
            }
            fn emit(&self, _: bool, _: &mut dyn Write) -> Result<(), String> {
                unreachable!()
            }
        }
        let mut session = Session { contenders: Vec::new(), open: Some(Box::new(Panics)) };
        assert_eq!(session.guarded(b"time decode 1"), "error panic:%20on%20purpose");
        assert!(session.guarded(b"hello").starts_with("ok"));
    }

    #[test]
    fn a_long_line_is_read_whole() {
        let text = "x".repeat(5 << 20);
        let document = doc! {"long": text}.to_vec().unwrap();
        let corpus = Scratch::new("long", &document);
        let hex = encode_hex(&document);
        let path = corpus.word();
        let answers = talk(&format!("open bson@Document bson {path}\nrecode {hex}\n"));
        assert_eq!(answers[1], format!("bytes {hex}"));
    }

    #[test]
    fn allocations_are_those_of_one_pass() {
        let corpus = Scratch::new("allocations", &two_documents());
        let path = corpus.word();
        let answers = talk(&format!(
            "open bson@RawDocument bson {path}\nallocations decode\n\
             open bson@Document bson {path}\nallocations decode\nallocations encode\n"
        ));
        assert_eq!(answers[1], "ok 0 0", "a raw view allocates nothing");
        assert!(answers[3].starts_with("ok ") && answers[3] != "ok 0 0", "{}", answers[3]);
        assert!(consumed(&answers[4]) >= two_documents().len() as u64, "{}", answers[4]);
    }
}
