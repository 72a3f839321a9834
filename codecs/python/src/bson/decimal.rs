//! Decimal128 as text, both ways. Bits are those of IEEE 754-2008's binary integer encoding.
//!
//! ```text
//! 127  126        113  112                  0
//! sign exponent+6176   coefficient            when the two bits after the sign are not both set
//! sign 11110           infinity
//! sign 11111 s         NaN, signalling with s
//! ```
//!
//! What is left, and coefficients beyond 34 digits, are ways to write zero that no writer should use.

const BIAS: i64 = 6_176;
const LEAST_EXPONENT: i64 = -6_176;
const MOST_EXPONENT: i64 = 6_111;
const MOST_DIGITS: usize = 34;
const MOST_COEFFICIENT: u128 = 10_u128.pow(34) - 1;
const SIGN: u128 = 1 << 127;
const INFINITY: u128 = 0b11110 << 122;
const NAN: u128 = 0b11111 << 122;
const SIGNALLING: u128 = 1 << 121;

/// Why text is no Decimal128.
#[derive(Debug, PartialEq)]
pub(crate) enum Unfit {
    NoNumber,
    Digits,
    Exponent,
    Payload,
}

/// The number in the form of `decimal.Decimal`, with an exponent only where the digits alone would not do.
pub(crate) fn to_text(bytes: [u8; 16]) -> String {
    let bits = u128::from_le_bytes(bytes);
    let sign = if bits & SIGN == 0 { "" } else { "-" };
    if bits & NAN == NAN {
        let signalling = if bits & SIGNALLING == 0 { "" } else { "s" };
        return format!("{sign}{signalling}NaN");
    }
    if bits & NAN == INFINITY {
        return format!("{sign}Infinity");
    }
    let second_form = bits >> 125 & 0b11 == 0b11;
    let exponent = (bits >> (if second_form { 111 } else { 113 }) & 0x3fff) as i64 - BIAS;
    let coefficient = bits & ((1 << 113) - 1);
    let coefficient = if second_form || coefficient > MOST_COEFFICIENT { 0 } else { coefficient };
    let digits = coefficient.to_string();
    // The power of ten of the first digit.
    let leading = exponent + digits.len() as i64 - 1;
    if exponent <= 0 && leading >= -6 {
        let places = exponent.unsigned_abs() as usize;
        if places == 0 {
            return format!("{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        return format!("{sign}{whole}.{fraction}");
    }
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{point}{rest}E{leading:+}")
}

/// The number that `text` says, if it can be had exactly. Trailing zeros are kept where there is room for them.
pub(crate) fn from_text(text: &str) -> Result<[u8; 16], Unfit> {
    let (sign, rest) = match text.as_bytes().first() {
        Some(b'-') => (SIGN, &text[1..]),
        Some(b'+') => (0, &text[1..]),
        _ => (0, text),
    };
    let magnitude = match special(rest)? {
        Some(bits) => bits,
        None => finite(rest)?,
    };
    Ok((sign | magnitude).to_le_bytes())
}

fn special(text: &str) -> Result<Option<u128>, Unfit> {
    let lower = text.to_ascii_lowercase();
    if lower == "inf" || lower == "infinity" {
        return Ok(Some(INFINITY));
    }
    let (bits, rest) = match (lower.strip_prefix("snan"), lower.strip_prefix("nan")) {
        (Some(rest), _) => (NAN | SIGNALLING, rest),
        (_, Some(rest)) => (NAN, rest),
        _ => return Ok(None),
    };
    if rest.is_empty() { Ok(Some(bits)) } else { Err(Unfit::Payload) }
}

fn finite(text: &str) -> Result<u128, Unfit> {
    let (number, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], parsed_exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() + fraction.len() == 0
        || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
    {
        return Err(Unfit::NoNumber);
    }
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let exponent = exponent.saturating_sub(fraction.len() as i64);
    if digits.is_empty() {
        return Ok(packed(0, exponent.clamp(LEAST_EXPONENT, MOST_EXPONENT)));
    }
    fitted(digits, exponent)
}

fn parsed_exponent(text: &str) -> Result<i64, Unfit> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Unfit::NoNumber);
    }
    // Beyond i64, only the sign matters: such a number fits nowhere, and such a zero is clamped.
    Ok(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 }))
}

/// Moves zeros between the digits' end and the exponent until both are in range.
fn fitted(digits: &str, exponent: i64) -> Result<u128, Unfit> {
    let significant = digits.trim_end_matches('0');
    let spare = digits.len() - significant.len();
    let too_many = digits.len().saturating_sub(MOST_DIGITS);
    if too_many > spare {
        return Err(Unfit::Digits);
    }
    let too_low = usize::try_from(LEAST_EXPONENT.saturating_sub(exponent)).unwrap_or(0);
    if too_low > spare {
        return Err(Unfit::Exponent);
    }
    let dropped = too_many.max(too_low);
    let digits = &digits[..digits.len() - dropped];
    let exponent = exponent.saturating_add(dropped as i64);
    let coefficient: u128 = digits.parse().map_err(|_| Unfit::NoNumber)?;
    let too_high = usize::try_from(exponent.saturating_sub(MOST_EXPONENT)).unwrap_or(0);
    if digits.len().saturating_add(too_high) > MOST_DIGITS {
        return Err(Unfit::Exponent);
    }
    Ok(packed(coefficient * 10_u128.pow(too_high as u32), exponent - too_high as i64))
}

fn packed(coefficient: u128, exponent: i64) -> u128 {
    ((exponent + BIAS) as u128) << 113 | coefficient
}
