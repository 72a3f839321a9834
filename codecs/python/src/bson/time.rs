//! Instants on the wire, milliseconds since 1970-01-01T00:00Z, as dates of the proleptic Gregorian calendar.
//!
//! Days are counted from 0000-03-01, so that the leap day is a year's last: then a year of `y` years and `d` days
//! begins at `365 y + y/4 - y/100 + y/400`, and the months of 31 and 30 days follow `(153 m + 2) / 5`. For the
//! years in question, 0 to 10,000, no number below is negative.

pub(crate) const MILLISECONDS_A_DAY: i64 = 86_400_000;
const DAYS_FROM_0000_03_01_TO_1970: i64 = 719_468;
const DAYS_OF_400_YEARS: i64 = 146_097;
/// 0001-01-01T00:00:00.000Z, the first instant of Python's datetime.
const FIRST: i64 = -62_135_596_800_000;
/// 9999-12-31T23:59:59.999Z, the last.
const LAST: i64 = 253_402_300_799_999;

#[derive(Debug, PartialEq)]
pub(crate) struct Instant {
    pub(crate) year: i32,
    pub(crate) month: i32,
    pub(crate) day: i32,
    pub(crate) hour: i32,
    pub(crate) minute: i32,
    pub(crate) second: i32,
    pub(crate) microsecond: i32,
}

/// The date and time in UTC, if Python's datetime can hold it.
#[inline]
pub(crate) fn from_milliseconds(milliseconds: i64) -> Option<Instant> {
    if !(FIRST..=LAST).contains(&milliseconds) {
        return None;
    }
    let days = milliseconds.div_euclid(MILLISECONDS_A_DAY) + DAYS_FROM_0000_03_01_TO_1970;
    let rest = milliseconds.rem_euclid(MILLISECONDS_A_DAY) as i32;
    let era = days / DAYS_OF_400_YEARS;
    let day_of_era = (days % DAYS_OF_400_YEARS) as i32;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    Some(Instant {
        year: era as i32 * 400 + year_of_era + i32::from(month <= 2),
        month,
        day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
        hour: rest / 3_600_000,
        minute: rest / 60_000 % 60,
        second: rest / 1_000 % 60,
        microsecond: rest % 1_000 * 1_000,
    })
}

/// Days from 1970-01-01 to a date of the years 1 to 9999.
#[inline]
pub(crate) fn days_from_date(year: i32, month: i32, day: i32) -> i64 {
    let year = i64::from(year) - i64::from(month <= 2);
    let month_from_march = i64::from(if month > 2 { month - 3 } else { month + 9 });
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    365 * year + year / 4 - year / 100 + year / 400 + day_of_year - DAYS_FROM_0000_03_01_TO_1970
}
