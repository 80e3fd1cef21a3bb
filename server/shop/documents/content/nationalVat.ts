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
  /** When the tax became chargeable, and the clock of the place. */
  endedAt: Date;
  timeZone: string;
}

/** By the newest rate of that day (art. 91(2)). Null: no tax, the money of the country anyway, or no rate is known. */
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
 * That of a part, at the rate of the whole: what all parts so far come to, less what those before did. So parts add up.
 * @param credited VAT groups of earlier credit notes.
 */
export function nationalVatShare(
  { currency, rate }: NationalVat,
  { vat, credited }: { vat: readonly VatGroup[]; credited: readonly VatGroup[] },
): NationalVat {
  const [before, after] = [taxOf(credited), taxOf([...credited, ...vat])];
  const upTo = (taxMinor: number) => converted({ taxMinor, currency, rate });
  return { currency, vatMinor: upTo(after) - upTo(before), rate };
}

/** Does a rate lead from one of these to the other? A published rate serves both ways. */
export const isBetween = ({ base, quote }: ExchangeRate, pair: readonly [Currency, Currency]): boolean =>
  base !== quote && pair.includes(base) && pair.includes(quote);

const taxOf = (vat: readonly VatGroup[]): number => vat.reduce((sum, { vatMinor }) => sum + vatMinor, 0);

function converted({ taxMinor, currency, rate }: { taxMinor: number; currency: Currency; rate: ExchangeRate }): number {
  const factor = exactDecimal(rate.rate);
  const tax = exact(taxMinor);
  return roundHalfUp(rate.quote === currency ? times(tax, factor) : dividedBy(tax, factor), stepMinor(currency));
}
