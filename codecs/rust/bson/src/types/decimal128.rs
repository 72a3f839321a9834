//! IEEE 754 decimal128 in its binary-integer encoding: a sign, a significand of up to 34 decimal digits, and a
//! power of ten.
//!
//! The codec carries the 16 bytes untouched. This module turns them into the text that BSON's decimal128
//! specification makes canonical, and such text back into bytes, exactly or not at all: `1.10` and `1.1` are two
//! different values here, and a number that would have to be rounded is refused.
//!
//! Seen as one 128-bit integer, bit 127 is the sign. Below it stand 14 bits of exponent, biased by 6176, and
//! 113 bits of significand; if the two bits after the sign are both set, the exponent stands two bits further
//! down and the significand is at least 2¹¹³, hence past 34 digits, hence not canonical, and counts as zero.
//! Sign followed by 11110 is an infinity, by 11111 a NaN.

use std::fmt;
use std::str::FromStr;

use super::ParseError;

/// A decimal floating-point number, as its 16 bytes on the wire (little-endian).
///
/// ```
/// use wirecodec_bson::Decimal128;
///
/// let price: Decimal128 = "-12.30".parse()?;
/// assert_eq!(price.to_string(), "-12.30");
/// assert_eq!("1e1000".parse::<Decimal128>()?.to_string(), "1E+1000");
/// # Ok::<(), wirecodec_bson::ParseError>(())
/// ```
///
/// Equality is that of bytes, not of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal128(pub [u8; 16]);

const BIAS: i32 = 6176;
const LEAST_EXPONENT: i32 = -BIAS;
const MOST_EXPONENT: i32 = 6111;
const DIGITS: u32 = 34;
const SIGNIFICAND_LIMIT: u128 = 10u128.pow(DIGITS);
const SIGN: u128 = 1 << 127;
const INFINITY: u128 = 0b11110 << 122;
const NAN: u128 = 0b11111 << 122;

/// What the 16 bytes mean.
enum Parts {
    NaN,
    Infinity,
    /// significand × 10^exponent
    Finite {
        significand: u128,
        exponent: i32,
    },
}

impl Decimal128 {
    const fn bits(self) -> u128 {
        u128::from_le_bytes(self.0)
    }

    fn parts(self) -> Parts {
        let bits = self.bits();
        if bits & NAN == NAN {
            return Parts::NaN;
        }
        if bits & NAN == INFINITY {
            return Parts::Infinity;
        }
        let far_exponent = (bits >> 125) & 0b11 == 0b11;
        let biased = (bits >> if far_exponent { 111 } else { 113 }) & 0x3FFF;
        let significand = bits & ((1 << 113) - 1);
        let canonical = !far_exponent && significand < SIGNIFICAND_LIMIT;
        #[allow(clippy::cast_possible_truncation, reason = "14 bits")]
        let exponent = biased as i32 - BIAS;
        Parts::Finite { significand: if canonical { significand } else { 0 }, exponent }
    }
}

impl fmt::Debug for Decimal128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decimal128({self}, 0x{:032x})", self.bits())
    }
}

impl fmt::Display for Decimal128 {
    /// Scientific notation only where the exponent is positive or the number is below 10⁻⁶, as the
    /// specification has it. A NaN shows neither sign nor payload.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        if self.bits() & SIGN != 0 && !matches!(parts, Parts::NaN) {
            f.write_str("-")?;
        }
        let (significand, exponent) = match parts {
            Parts::NaN => return f.write_str("NaN"),
            Parts::Infinity => return f.write_str("Infinity"),
            Parts::Finite { significand, exponent } => (significand.to_string(), exponent),
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 34 digits")]
        let digits = significand.len() as i32;
        let scientific_exponent = exponent + digits - 1;
        if exponent > 0 || scientific_exponent < -6 {
            let (first, rest) = significand.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            return write!(f, "{first}{point}{rest}E{scientific_exponent:+}");
        }
        if exponent == 0 {
            return f.write_str(&significand);
        }
        #[allow(clippy::cast_sign_loss, reason = "exponent is negative here")]
        let fraction_digits = -exponent as usize;
        let padded = format!("{significand:0>width$}", width = fraction_digits + 1);
        let (whole, fraction) = padded.split_at(padded.len() - fraction_digits);
        write!(f, "{whole}.{fraction}")
    }
}

impl FromStr for Decimal128 {
    type Err = ParseError;

    /// Reads what `Display` shows and more: any placing of point and exponent, `Inf`, `Infinity` and `NaN` in
    /// any case, and a sign. Zeros are dropped or added where that brings the value into range without
    /// changing it; a value that would need rounding, or is out of range, is an error.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (sign, magnitude) = match text.as_bytes() {
            [b'-', ..] => (SIGN, &text[1..]),
            [b'+', ..] => (0, &text[1..]),
            _ => (0, text),
        };
        let bits = if magnitude.eq_ignore_ascii_case("nan") {
            NAN
        } else if magnitude.eq_ignore_ascii_case("inf") || magnitude.eq_ignore_ascii_case("infinity") {
            INFINITY
        } else {
            finite_bits(magnitude)?
        };
        Ok(Self((sign | bits).to_le_bytes()))
    }
}

const NOT_A_NUMBER: ParseError =
    ParseError("a decimal128 is digits with an optional point and exponent, Infinity, or NaN");
const TOO_PRECISE: ParseError = ParseError("a decimal128 has at most 34 significant digits");
const OUT_OF_RANGE: ParseError = ParseError("a decimal128's exponent is from -6176 to 6111");

fn finite_bits(text: &str) -> Result<u128, ParseError> {
    let (mantissa, written_exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return Err(NOT_A_NUMBER);
    }

    // Zeros are held back until a digit follows them, so that a number may end in more of them than fit.
    let (mut significand, mut digits, mut held_zeros) = (0u128, 0u64, 0u64);
    for digit in whole.bytes().chain(fraction.bytes()) {
        match digit {
            b'0' if digits == 0 => {}
            b'0' => held_zeros += 1,
            b'1'..=b'9' => {
                digits += held_zeros + 1;
                if digits > u64::from(DIGITS) {
                    return Err(TOO_PRECISE);
                }
                significand = shifted(significand, held_zeros + 1) + u128::from(digit - b'0');
                held_zeros = 0;
            }
            _ => return Err(NOT_A_NUMBER),
        }
    }
    let kept_zeros = held_zeros.min(u64::from(DIGITS) - digits);
    significand = shifted(significand, kept_zeros);
    let dropped_zeros = held_zeros - kept_zeros;

    // A text's length is below 2⁶³, and `read_exponent` keeps well away from the limits.
    let exponent = written_exponent - fraction.len().cast_signed() as i64 + dropped_zeros.cast_signed();
    let (significand, exponent) = fit(significand, exponent)?;
    Ok(u128::from((exponent + BIAS).unsigned_abs()) << 113 | significand)
}

/// The exponent behind an `e`. What lies past ±10¹⁵ is cut to that: no text is long enough to make up for it.
fn read_exponent(text: &str) -> Result<i64, ParseError> {
    const FAR: i64 = 1_000_000_000_000_000;
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() {
        return Err(NOT_A_NUMBER);
    }
    let mut magnitude = 0i64;
    for digit in digits.bytes() {
        if !digit.is_ascii_digit() {
            return Err(NOT_A_NUMBER);
        }
        magnitude = FAR.min(magnitude * 10 + i64::from(digit - b'0'));
    }
    Ok(if negative { -magnitude } else { magnitude })
}

/// Brings an exponent into range by moving zeros between it and the significand.
fn fit(mut significand: u128, exponent: i64) -> Result<(u128, i32), ParseError> {
    let nearest = exponent.clamp(LEAST_EXPONENT.into(), MOST_EXPONENT.into());
    #[allow(clippy::cast_possible_truncation, reason = "clamped to 14 bits")]
    let result = nearest as i32;
    if significand == 0 {
        return Ok((0, result));
    }
    // Each step multiplies or divides by ten, so neither loop runs more than 34 times.
    for _ in nearest..exponent {
        significand *= 10;
        if significand >= SIGNIFICAND_LIMIT {
            return Err(OUT_OF_RANGE);
        }
    }
    for _ in exponent..nearest {
        if !significand.is_multiple_of(10) {
            return Err(OUT_OF_RANGE);
        }
        significand /= 10;
    }
    Ok((significand, result))
}

/// `significand` × 10^`zeros`, for results below 10³⁴.
fn shifted(significand: u128, zeros: u64) -> u128 {
    if significand == 0 {
        return 0;
    }
    (0..zeros).fold(significand, |shifted, _| shifted * 10)
}

#[cfg(test)]
mod tests {
    use super::Decimal128;

    fn from_bits(bits: u128) -> Decimal128 {
        Decimal128(bits.to_le_bytes())
    }

    #[test]
    fn bits_have_the_text_of_the_specification() {
        for (bits, text) in [
            (0x3040_0000_0000_0000_0000_0000_0000_0000, "0"),
            (0xb040_0000_0000_0000_0000_0000_0000_0000, "-0"),
            (0x3040_0000_0000_0000_0000_0000_0000_0001, "1"),
            (0x303e_0000_0000_0000_0000_0000_0000_0001, "0.1"),
            (0x3034_0000_0000_0000_0000_0000_0000_04d2, "0.001234"),
            (0x3032_0000_0000_0000_0000_0000_0000_0001, "1E-7"),
            (0x3042_0000_0000_0000_0000_0000_0000_0001, "1E+1"),
            (0x3042_0000_0000_0000_0000_0000_0000_0000, "0E+1"),
            (0x302f_ed09_bead_87c0_378d_8e63_ffff_ffff, "9999999999999999999999999.999999999"),
            (0x0000_0000_0000_0000_0000_0000_0000_0001, "1E-6176"),
            (0x5ffe_0000_0000_0000_0000_0000_0000_0001, "1E+6111"),
            (0x5fff_ed09_bead_87c0_378d_8e63_ffff_ffff, "9.999999999999999999999999999999999E+6144"),
            (0x7800_0000_0000_0000_0000_0000_0000_0000, "Infinity"),
            (0xf800_0000_0000_0000_0000_0000_0000_0000, "-Infinity"),
            (0x7c00_0000_0000_0000_0000_0000_0000_0000, "NaN"),
            (0xfc00_0000_0000_0000_0000_0000_0000_0000, "NaN"),
        ] {
            assert_eq!(from_bits(bits).to_string(), text);
            if bits >> 120 != 0xfc {
                assert_eq!(text.parse(), Ok(from_bits(bits)), "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_canonical_counts_as_zero() {
        let past_34_digits = 0x3041_ed09_bead_87c0_378d_8e64_0000_0000;
        assert_eq!(from_bits(past_34_digits).to_string(), "0");
        assert_eq!(from_bits(0x6c10_0000_0000_0000_0000_0000_0000_0000).to_string(), "0");
        assert_eq!(from_bits(0x7e00_0000_0000_0000_0000_0000_0000_0001).to_string(), "NaN");
    }

    #[test]
    fn texts_are_read_without_changing_the_value() {
        for (text, shown) in [
            ("+1", "1"),
            ("1.", "1"),
            (".5", "0.5"),
            ("00012.3400", "12.3400"),
            ("1e3", "1E+3"),
            ("1000e-3", "1.000"),
            ("-iNf", "-Infinity"),
            ("nan", "NaN"),
            ("0e99999999999999999999", "0E+6111"),
            ("0e-99999999999999999999", "0E-6176"),
            ("1e6112", "1.0E+6112"),
            ("1e6144", "1.000000000000000000000000000000000E+6144"),
            ("10e-6177", "1E-6176"),
            ("10000000000000000000000000000000000", "1.000000000000000000000000000000000E+34"),
            ("0.00000000000000000000000000000000000000001", "1E-41"),
        ] {
            assert_eq!(text.parse::<Decimal128>().unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn texts_that_would_need_rounding_or_are_no_numbers_are_refused() {
        for text in [
            "",
            "-",
            ".",
            "e1",
            "1e",
            "1e+",
            "1.2.3",
            "1e1e1",
            "--1",
            " 1",
            "1 ",
            "1_0",
            "0x1",
            "infinit",
            "١",
            "12345678901234567890123456789012345",
            "1e6145",
            "1e-6177",
            "11e-6177",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            assert!(text.parse::<Decimal128>().is_err(), "{text:?}");
        }
    }
}
