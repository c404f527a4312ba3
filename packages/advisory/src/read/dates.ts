const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i');
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH},?\\s+(\\d{4})\\b`, 'i');
const ISO = /\b(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?/;
const SLASHES = /\b(\d{4})\/(\d{1,2})\/(\d{1,2})\b/;

/**
 * The first date in a text, as ISO 8601: an instant in UTC with milliseconds where it has a time and a zone, else the day. Forms: ISO,
 * `March 4, 2021`, `4 March 2021`, `2021/3/4`. Orders like 03/04/2021 are ambiguous and not read.
 */
export function isoDate(text: string): string | undefined {
  const source = text.slice(0, 400);
  const iso = ISO.exec(source);
  if (iso !== null) {
    const day = calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    if (day === undefined || iso[4] === undefined || iso[7] === undefined) return day;
    const zone = iso[7].toUpperCase();
    const offset = zone.length === '+hhmm'.length ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
    const instant = new Date(`${day}T${iso[4]}:${iso[5] ?? '00'}:${iso[6] ?? '00'}${offset}`);
    return Number.isNaN(instant.getTime()) ? day : instant.toISOString();
  }
  const monthFirst = MONTH_FIRST.exec(source);
  if (monthFirst !== null) return calendarDay(Number(monthFirst[3]), monthNumber(monthFirst[1]), Number(monthFirst[2]));
  const dayFirst = DAY_FIRST.exec(source);
  if (dayFirst !== null) return calendarDay(Number(dayFirst[3]), monthNumber(dayFirst[2]), Number(dayFirst[1]));
  const slashes = SLASHES.exec(source);
  return slashes === null ? undefined : calendarDay(Number(slashes[1]), Number(slashes[2]), Number(slashes[3]));
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').toLowerCase().slice(0, 3)) + 1;
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  if (year < 1990 || year > 2100) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
