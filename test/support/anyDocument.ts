import fc from 'fast-check';
import { bill } from '../../server/core/pricing/bill.ts';
import { price } from '../../server/core/pricing/price.ts';
import { anyTariff, anyUsage, anyZone } from '../../server/core/pricing/sessions.fixture.ts';
import type { InvoiceDocument } from '../../server/core/records/records.ts';
import { createInvoiceDocument } from '../../server/shop/documents/content/invoiceDocument.ts';
import { LOCALES } from '../../shared/model/locales.ts';
import { CURRENCIES } from '../../shared/model/money.ts';
import { someClientRecord, someInvoiceFacts } from './invoiceFacts.ts';

const COUNTRIES = [
  { country: 'de', vatPercent: 19 },
  { country: 'at', vatPercent: 20 },
  { country: 'hu', vatPercent: 27 },
  { country: 'ch', vatPercent: 8.1 },
  { country: 'ch', vatPercent: 0 },
  { country: 'lu', vatPercent: 0 },
  { country: 'es', vatPercent: 7.75 },
] as const;

/** Generates invoices with a total above zero for arbitrary sessions, tariffs, countries, currencies and languages. */
export const anyDocument: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    tariff: anyTariff,
    usage: anyUsage,
    place: anyZone,
    where: fc.constantFrom(...COUNTRIES),
    locale: fc.constantFrom(...LOCALES),
    isShort: fc.boolean(),
    currency: fc.constantFrom(...CURRENCIES),
  })
  .map(({ tariff, usage, place: { timeZone }, where: { country, vatPercent }, locale, isShort, currency }) => {
    const sold = { ...tariff, currency };
    const billed = bill(price({ tariff: sold, place: { ...PRICED_AT, timeZone }, usage, vatPercent }), { currency });
    const client = someClientRecord({ invoices: { hu: 'invoice', es: 'invoice' }, exchangeRates: RATES });
    const facts = someInvoiceFacts({ locale, bill: billed, client });
    const chargedMinor = isShort ? billed.totalMinor - (billed.totalMinor % 1000) : billed.totalMinor;
    return createInvoiceDocument({
      ...facts,
      place: { ...facts.place, country, timeZone },
      session: { number: 123_456_789, startedAt: usage.startedAt, endedAt: usage.endedAt },
      payment: { ...facts.payment, heldMinor: chargedMinor, chargedMinor },
    });
  })
  .filter(({ totalMinor }) => totalMinor > 0);

/** Exchange rates for invoices in a currency other than that of their country. These invoices show the VAT in both currencies. */
const RATES = [
  { base: 'EUR', quote: 'HUF', rate: 395.12, since: '2026-01-01' },
  { base: 'EUR', quote: 'DKK', rate: 7.4604, since: '2026-01-01' },
  { base: 'EUR', quote: 'CHF', rate: 0.9341, since: '2026-01-01' },
] as const;

const PRICED_AT = { region: 'DE-BY', isHoliday: () => false };
