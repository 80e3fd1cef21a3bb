import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';
import { MINUTE_MS } from '../model/time.ts';
import { NBSP, type NumberFormats, type NumberKind, tidy, writeNumber } from './writeNumber.ts';

/** Language of the reader and country of the charging point, which together determine the number format. */
export interface Region {
  locale: Locale;
  /** Country code: ISO 3166-1 alpha-2 in lower case. */
  country: string;
  /** Number formats to use without deriving them from Intl. Absent: those that this process has used before. */
  numberFormats?: NumberFormats;
}

/** A region with the time zone of the charging point. Server and browser show all times in this time zone. */
export interface ZonedRegion extends Region {
  /** Name of the time zone in the IANA database. */
  timeZone: string;
}

/** Default variant of each language. For example, English at a German charging point is British English. */
const HOME_TAG: Readonly<Record<Locale, string>> = {
  de: 'de-DE',
  en: 'en-GB',
  fr: 'fr-FR',
  nl: 'nl-NL',
  da: 'da-DK',
  hu: 'hu-HU',
  it: 'it-IT',
  es: 'es-ES',
};
/** Countries that have their own variant of a supported language. */
const LOCAL_TAGS: readonly string[] = ['de-AT', 'de-CH', 'de-LU', 'fr-CH', 'fr-LU', 'it-CH'];

/** Returns the BCP 47 tag for Intl: `{ locale: 'de', country: 'ch' }` → 'de-CH'. */
export function languageTag({ locale, country }: Region): string {
  const tag = `${locale}-${country.toUpperCase()}`;
  return LOCAL_TAGS.includes(tag) ? tag : HOME_TAG[locale];
}

/** Formats minor units: 123456 → "1.234,56 €" (de), "CHF 1'234.56" (de-CH). Forints have no decimals: 123400 → "1234 Ft". */
export function formatMoney(amountMinor: number, currency: Currency, region: Region): string {
  const decimals = currency === 'HUF' ? 0 : 2;
  return written(amountMinor / 100, region, currency, decimals, decimals);
}

/** Formats minor units without decimals if they are zero: "12 €", "12,50 €". */
export function formatShortMoney(amountMinor: number, currency: Currency, region: Region): string {
  const decimals = currency === 'HUF' || amountMinor % 100 === 0 ? 0 : 2;
  return written(amountMinor / 100, region, currency, decimals, decimals);
}

/**
 * Formats a unit price in millionths of the currency unit with two to four decimals: 456700 → "0,4567 €". Forints have up to
 * two.
 */
export function formatMicro(micro: number, currency: Currency, region: Region): string {
  const [fewest, limit] = currency === 'HUF' ? [0, 2] : [2, 4];
  // Rounds to an integer first, so that the binary representation of the value does not change the last decimal.
  const value = Math.round(micro / 10 ** (6 - limit)) / 10 ** limit;
  return written(value, region, currency, fewest, limit);
}

/** Formats a unit price in millionths of the currency unit with all decimals: "0,495798 €". */
export function formatExactPrice(micro: number, currency: Currency, region: Region): string {
  return written(micro / 1e6, region, currency, currency === 'HUF' ? 0 : 2, 6);
}

export function formatNumber(value: number, decimals: number, region: Region): string {
  return written(value, region, 'number', decimals, decimals);
}

/** Formats Wh as a number of kWh: three decimals on documents, two during charging. The text 'unit.kwh' adds the unit. */
export function formatEnergy(energyWh: number, decimals: 2 | 3, region: Region): string {
  return formatNumber(energyWh / 1000, decimals, region);
}

/** Formats a measured power in W as a number of kW: 11000 → "11,0". The text 'unit.kw' adds the unit. */
export function formatPower(powerW: number, region: Region): string {
  return formatNumber(powerW / 1000, 1, region);
}

/** Formats the maximum power of a connector in W as a number of kW: 22000 → "22", 3700 → "3,7". */
export function formatRating(powerW: number, region: Region): string {
  return written(powerW / 1000, region, 'number', 0, 1);
}

/** Formats a percentage: 19 → "19 %" (de), "19%" (en). */
export function formatPercent(percent: number, region: Region): string {
  return written(percent, region, 'percent', 0, 6);
}

/** Formats a tax rate without the per cent sign: 19 → "19", 7.75 → "7,75". */
export function formatRate(percent: number, region: Region): string {
  return written(percent, region, 'number', 0, 6);
}

/** Formats date and time: "21.11.2026, 10:05", "21 Nov 2026, 10:05", "2026. nov. 21. 10:05". */
export function formatDateTime(iso: string, region: ZonedRegion): string {
  return formatDate(iso, region) + commaOf(region) + NBSP + formatTime(iso, region);
}

/**
 * Formats a period. If both instants are on one day, the day appears once: "21.11.2026, 10:05–10:40", "20.11.2026, 23:30 –
 * 21.11.2026, 00:15". A line can wrap at only one position, because all other spaces are non-breaking.
 */
export function formatDateTimes({ from, to }: { from: string; to: string }, region: ZonedRegion): string {
  const day = formatDate(from, region);
  return day === formatDate(to, region)
    ? `${day}${commaOf(region)} ${formatTime(from, region)}–${formatTime(to, region)}`
    : `${formatDateTime(from, region)} – ${formatDateTime(to, region)}`;
}

/** Separator between date and time. It is fixed in this function, because the separator of Intl has changed more than once. */
const commaOf = ({ locale }: Region): string => (locale === 'hu' ? '' : ',');

/** Formats a date: "21.11.2026", "21 Nov 2026". */
export function formatDate(iso: string, region: ZonedRegion): string {
  return writeTime(iso, region, { dateStyle: 'medium' });
}

/** Formats a time of day, always with 24 hours: "10:05", "10.05" (da). */
export function formatTime(iso: string, region: ZonedRegion): string {
  return writeTime(iso, region, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Groups the nine digits of a transaction number for reading aloud: 482913057 → "482 913 057". */
export function formatTransactionId(number: number): string {
  return String(number)
    .padStart(9, '0')
    .replace(/\d{3}(?=\d)/g, `$&${NBSP}`);
}

/** Formats a wall-clock time 'HH:MM' for the reader. '24:00' is the end of the day. */
export function formatClock(hhmm: string, region: Region): string {
  const text = formatTime(`1970-01-01T${hhmm === '24:00' ? '00:00' : hhmm}:00Z`, { ...region, timeZone: 'UTC' });
  return hhmm === '24:00' ? text.replace('00', '24') : text;
}

/**
 * Returns the milliseconds between two instants, each rounded down to its minute: from 20:53 to 20:57 is four minutes, whatever
 * the seconds. Used for every duration that stands beside two displayed times. Bills count seconds instead and show decimals:
 * "3.67 min".
 */
export const shownLengthMs = ({ from, to }: { from: string; to: string }): number => minuteOf(to) - minuteOf(from);

const minuteOf = (iso: string): number => Math.floor(Date.parse(iso) / MINUTE_MS) * MINUTE_MS;

/** Returns text key and values for a duration in whole minutes, rounded down: "1 h 04 min". */
export function durationWords(ms: number): { key: string; values: { hours: string; minutes: string } } {
  const whole = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  if (whole === 0) return { key: 'unit.underMinute', values: { hours: '', minutes: '' } };
  if (hours === 0) return { key: 'unit.minutes', values: { hours: '', minutes: String(minutes) } };
  if (minutes === 0) return { key: 'unit.hours', values: { hours: String(hours), minutes: '' } };
  return { key: 'unit.hoursMinutes', values: { hours: String(hours), minutes: String(minutes).padStart(2, '0') } };
}

function written(value: number, region: Region, kind: NumberKind, fewestDecimals: number, maxDecimals: number): string {
  return writeNumber(value, { tag: languageTag(region), kind, fewestDecimals, maxDecimals }, region.numberFormats);
}

function writeTime(iso: string, region: ZonedRegion, options: Intl.DateTimeFormatOptions): string {
  return tidy(dateFormat(languageTag(region), { ...options, timeZone: region.timeZone }).format(new Date(iso)));
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter from a cache, because creating a formatter takes a hundred times as long as using one. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  dateFormats.set(key, format);
  return format;
}
