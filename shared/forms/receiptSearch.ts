import { isCountry } from '../model/locales.ts';
import type { FieldErrors } from '../model/problem.ts';
import { DAY_MS, isoDay } from '../model/time.ts';
import { present } from './contact.ts';

/** The receipt search as a browser sends it: what a driver still has of a session, the day, the amount and the card. */
export interface ReceiptSearchForm {
  country: string;
  /** YYYY-MM-DD. */
  date: string;
  price: string;
  /** The last four digits: text, leading zeros count. */
  creditCard: string;
}

/** Field name to message. `latestDate` (YYYY-MM-DD) is the latest local day that has begun anywhere we sell, where it is known. */
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

/** A day that exists: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The day and its neighbours: a bank books later than the car charges, and a night has two days. Each is a guess of its own. */
export function searchedDays(date: string): readonly string[] {
  if (!isDay(date)) return [];
  const noon = Date.parse(`${date}T12:00:00Z`);
  return [-1, 0, 1].map(days => isoDay(noon + days * DAY_MS));
}

const MAX_LENGTH = 24;
const MARKS = /[\s'’]|€|euros?|EUR|CHF|Fr\.?|HUF|forint|Ft\.?|kr\.?|DKK|GBP|£(?:GB)?/giu;
/** A booking's sign, and the dash that stands for no cents: '-12.34', '12,–'. */
const SIGN_PATTERN = /^[-−–+]|[.,]?[-−–—]{1,2}$/gu;
const PLAIN = /^(?<whole>\d+)(?:[.,](?<cents>\d{1,2}))?$/;
/** One mark groups all thousands, the other one begins the cents; no number begins its groups with a zero. */
const GROUPED = /^(?<whole>[1-9]\d{0,2}(?<mark>[.,])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<cents>\d{1,2}))?$/;

/**
 * A typed amount in minor units (two decimals): '12,34', '12.34 €', "CHF 1'234.50", '12 345 Ft', '-12,34'; null when it is
 * none. One decimal separator at most, with one or two digits; a separator before exactly three digits groups thousands.
 */
export function readAmountMinor(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.replace(MARKS, '').replace(SIGN_PATTERN, '');
  const { whole, cents = '' } = (PLAIN.exec(bare) ?? GROUPED.exec(bare))?.groups ?? {};
  if (whole === undefined) return null;
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(minor) && minor < 1e9 ? minor : null;
}
