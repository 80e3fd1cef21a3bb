import { isCountry } from '../locales.ts';
import type { FieldErrors } from '../problem.ts';
import { present } from './contact.ts';

/** The receipt search as a browser sends it (product spec, section 3). */
export interface ReceiptSearchForm {
  country: string;
  /** YYYY-MM-DD. */
  date: string;
  price: string;
  /** The last four digits: text, leading zeros count. */
  creditCard: string;
}

/** Field name to message. `latestDate` (YYYY-MM-DD) is the latest local day that has begun anywhere we sell. */
export function receiptSearchErrors(form: ReceiptSearchForm, { latestDate }: { latestDate: string }): FieldErrors {
  return present({
    country: isCountry(form.country) ? null : { key: 'validation.country.required' },
    date: dateError(form.date, latestDate),
    creditCard: /^\d{4}$/.test(form.creditCard.trim()) ? null : { key: 'validation.card' },
    price: readAmountMinor(form.price) === null ? { key: 'validation.price' } : null,
  });
}

function dateError(text: string, latestDate: string) {
  if (!isDay(text)) return { key: 'validation.date.required' };
  return text > latestDate ? { key: 'validation.date.future' } : null;
}

/** A day that exists: 2026-02-30 does not. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const MAX_LENGTH = 24;

/**
 * A typed amount in minor units (two decimals): '12,34', '12.34 €', "CHF 1'234.50", '12 345 Ft'; null when it is none.
 * One decimal separator at most, with one or two digits; a separator before exactly three digits groups thousands.
 */
export function readAmountMinor(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.replace(/[\s'’]|€|EUR|CHF|Fr\.?|HUF|Ft|kr\.?|DKK|GBP|£/giu, '');
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const whole = Number((match[1] ?? '').replace(/[.,]/g, ''));
  const minor = whole * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0);
  return Number.isSafeInteger(minor) && minor < 1e9 ? minor : null;
}
