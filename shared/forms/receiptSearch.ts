import { isCountry } from '../model/locales.ts';
import type { FieldErrors } from '../model/problem.ts';
import { DAY_MS, isoDay } from '../model/time.ts';
import { present } from './contact.ts';

/** The receipt search as the visitor typed it: country, day, amount and last digits of the card. */
export interface ReceiptSearchForm {
  country: string;
  /** Day of the session, YYYY-MM-DD. */
  date: string;
  price: string;
  /** The last four digits of the card. A text, because leading zeros matter. */
  creditCard: string;
}

/**
 * Validates a receipt search. `latestDate` (YYYY-MM-DD): the latest day that has begun in a supported country. Null: the day may
 * be in the future.
 * @returns errors by field name
 */
export function receiptSearchErrors(form: ReceiptSearchForm, { latestDate }: { latestDate: string | null }): FieldErrors {
  return present({
    country: isCountry(form.country) ? null : { key: 'validation.country.required' },
    date: dateError(form.date, latestDate),
    creditCard: /^\d{4}$/.test(form.creditCard.trim()) ? null : { key: 'validation.card' },
    price: readAmountMinor(form.price) === null ? { key: 'validation.price' } : null,
  });
}

function dateError(text: string, latestDate: string | null) {
  if (!isDay(text)) return { key: 'validation.date.required' };
  return latestDate !== null && text > latestDate ? { key: 'validation.date.future' } : null;
}

/** Returns true if the day exists in the calendar. 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * Returns the day, the day before and the day after, because a bank may book a payment later and a session may last over
 * midnight. Each day counts as one search attempt.
 */
export function searchedDays(date: string): readonly string[] {
  if (!isDay(date)) return [];
  const noon = Date.parse(`${date}T12:00:00Z`);
  return [-1, 0, 1].map(days => isoDay(noon + days * DAY_MS));
}

const MAX_LENGTH = 24;
const MARKS = /[\s'’]|€|euros?|EUR|CHF|Fr\.?|HUF|forint|Ft\.?|kr\.?|DKK|GBP|£(?:GB)?/giu;
/** Matches the sign of an amount on a card statement, and a dash in place of cents: '-12.34', '12,–'. */
const SIGN_PATTERN = /^[-−–+]|[.,]?[-−–—]{1,2}$/gu;
const PLAIN = /^(?<whole>\d+)(?:[.,](?<cents>\d{1,2}))?$/;
/**
 * Matches an amount with thousands separators. If the amount has cents, they follow the other kind of separator (point or
 * comma). The first group must not begin with a zero.
 */
const GROUPED = /^(?<whole>[1-9]\d{0,2}(?<mark>[.,])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<cents>\d{1,2}))?$/;

/**
 * Parses an amount into minor units with two decimals: '12,34', '12.34 €', "CHF 1'234.50", '12 345 Ft', '-12,34'. A separator
 * before exactly three digits separates thousands; before one or two digits, decimals.
 * @returns null if the text is no amount
 */
export function readAmountMinor(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.replace(MARKS, '').replace(SIGN_PATTERN, '');
  const { whole, cents = '' } = (PLAIN.exec(bare) ?? GROUPED.exec(bare))?.groups ?? {};
  if (whole === undefined) return null;
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(minor) && minor < 1e9 ? minor : null;
}
