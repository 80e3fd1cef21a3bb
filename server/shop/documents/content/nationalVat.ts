import { Temporal } from 'temporal-polyfill';
import { isCountry } from '../../../../shared/model/locales.ts';
import { type Currency, stepMinor } from '../../../../shared/model/money.ts';
import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { currencyOf } from '../../../../shared/price/currencies.ts';
import { dividedBy, exact, exactDecimal, roundHalfUp, times } from '../../../core/pricing/exact.ts';
import type { ExchangeRate, NationalVat } from '../../../core/records/records.ts';

interface Supply {
  rates: readonly ExchangeRate[];
  country: string;
  currency: Currency;
  vat: readonly VatGroup[];
  /** End of the session, when the VAT became chargeable. `timeZone` is that of the charging point. */
  endedAt: Date;
  timeZone: string;
}

/**
 * Converts the VAT of a document to the national currency with the newest exchange rate on the day of the session's end (art.
 * 91(2) of Directive 2006/112/EC).
 * @returns null if there is no tax, if the document uses the national currency, or if no rate is known
 */
export function nationalVatOf({ rates, country, currency, vat, endedAt, timeZone }: Supply): NationalVat | null {
  const taxMinor = taxOf(vat);
  const national = isCountry(country) ? currencyOf(country) : currency;
  if (national === currency || taxMinor === 0) return null;
  const day = Temporal.Instant.fromEpochMilliseconds(endedAt.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const rate = rates
    .filter(each => isBetween(each, [national, currency]) && each.since <= day)
    .toSorted((a, b) => (a.since < b.since ? -1 : 1))
    .at(-1);
  return rate ? { currency: national, vatMinor: converted({ taxMinor, currency: national, rate }), rate } : null;
}

/**
 * Returns the national VAT of a partial credit, at the exchange rate of the original document: the converted VAT of all credits
 * including this one, minus the converted VAT of the earlier credits. The parts therefore add up to the converted whole.
 * @param credited VAT groups of earlier credit notes
 */
export function nationalVatShare(
  { currency, rate }: NationalVat,
  { vat, credited }: { vat: readonly VatGroup[]; credited: readonly VatGroup[] },
): NationalVat {
  const [before, after] = [taxOf(credited), taxOf([...credited, ...vat])];
  const upTo = (taxMinor: number) => converted({ taxMinor, currency, rate });
  return { currency, vatMinor: upTo(after) - upTo(before), rate };
}

/** Returns whether an exchange rate converts between the two currencies. A published rate applies in both directions. */
export const isBetween = ({ base, quote }: ExchangeRate, pair: readonly [Currency, Currency]): boolean =>
  base !== quote && pair.includes(base) && pair.includes(quote);

const taxOf = (vat: readonly VatGroup[]): number => vat.reduce((sum, { vatMinor }) => sum + vatMinor, 0);

function converted({ taxMinor, currency, rate }: { taxMinor: number; currency: Currency; rate: ExchangeRate }): number {
  const factor = exactDecimal(rate.rate);
  const tax = exact(taxMinor);
  return roundHalfUp(rate.quote === currency ? times(tax, factor) : dividedBy(tax, factor), stepMinor(currency));
}
