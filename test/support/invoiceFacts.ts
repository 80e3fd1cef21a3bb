import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Translator } from '../../server/core/ports/ports.ts';
import type { ClientRecord } from '../../server/core/records/records.ts';
import type { InvoiceFacts } from '../../server/shop/documents/content/invoiceDocument.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { BillLine } from '../../shared/model/tariff.ts';

/** Creates input data for the invoice of a paid session in Lindau: three lines, 8.53 € in total. */
export function someInvoiceFacts(changes: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return {
    client: someClientRecord(),
    number: 'SWL-2026-000042',
    issuedAt: new Date('2026-11-20T16:33:10Z'),
    locale: 'de',
    place: {
      clientId: 'lindau',
      evseId: 'DE*SWL*E0042*1',
      street: 'Bregenzer Straße 12',
      postalCode: '88131',
      city: 'Lindau',
      country: 'de',
      timeZone: 'Europe/Berlin',
      plug: { id: '1', number: '1', kind: 'type2', powerW: 22_000, isDc: false, hasCable: false },
    },
    session: { number: 123_456_789, startedAt: new Date('2026-11-20T15:23:05Z'), endedAt: new Date('2026-11-20T16:32:41Z') },
    meter: { startWh: 4_711_204, stopWh: 4_723_549, id: '1EMH0009134471' },
    bill: {
      currency: 'EUR',
      lines: someBillLines(3),
      totalMinor: 853,
      vat: [{ percent: 19, netMinor: 717, vatMinor: 136, grossMinor: 853 }],
    },
    payment: { cardDigits: '4242', paidAt: new Date('2026-11-20T16:33:00Z'), heldMinor: 4000, chargedMinor: 853 },
    customer: { name: 'Ada Lovelace', address: null },
    checkUrl: 'https://laden.example/pruefen/123456789',
    signedRecords: 0,
    ...changes,
  };
}

export function someBillLines(count: number): readonly BillLine[] {
  const kinds: readonly BillLine[] = [
    { kind: 'energy', quantity: 12_345, unitPriceMicro: 590_000, amountMinor: 728, vatPercent: 19 },
    { kind: 'start', quantity: 1, unitPriceMicro: 350_000, amountMinor: 35, vatPercent: 19 },
    { kind: 'blocking', quantity: 540, unitPriceMicro: 100_000, amountMinor: 90, vatPercent: 19 },
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]!);
}

export function someClientRecord(changes: Partial<ClientRecord> = {}): ClientRecord {
  return {
    id: 'lindau',
    uuid: '6f1c4d5e-0a0b-4c0d-8e0f-001122334455',
    name: 'Stadtwerke Lindau',
    parties: ['DE*SWL'],
    numberPrefix: 'SWL',
    languages: ['de', 'en'],
    mainLanguage: 'de',
    country: 'de',
    logo: null,
    logoDark: null,
    logoPrint: null,
    exchangeRates: [],
    colors: { primary: '#00843d', secondary: '#003b5c' },
    currency: 'EUR',
    holds: { EUR: [8000, 4000, 2000] },
    namesRequired: true,
    emailRequired: true,
    contactAtPayment: false,
    checkoutForm: 'full',
    buttonWords: 'binding',
    withdrawal: false,
    eichrecht: true,
    certifiedClock: true,
    supplier: {
      name: 'Stadtwerke Lindau GmbH',
      street: 'Auenstraße 12',
      postalCode: '88131',
      city: 'Lindau',
      country: 'DE',
      vatIds: { DE: 'DE123456789', AT: 'ATU12345678' },
      taxNumber: '134/5678/9012',
      register: 'Amtsgericht Kempten HRB 1234',
    },
    vat: { de: 19, at: 20, hu: 27 },
    smallInvoiceLimit: { de: 25_000 },
    invoices: { it: 'invoice' },
    paymentAccount: null,
    merchantOfRecord: false,
    supportPhone: '+49 8382 704-0',
    supportEmail: 'laden@lindau.example',
    contactRetentionDays: 90,
    dataSource: null,
    legal: {},
    ...changes,
  };
}

const localesFolder = path.join(import.meta.dirname, '../../locales');
const texts = new Map<string, string>();

/**
 * Translates with the real locale files and inserts the values into the placeholders.
 * @throws Error if the key is missing
 */
export const translator: Translator = (locale, key, values = {}) => {
  if (texts.size === 0) readLocales();
  const plural = typeof values.count === 'number' ? `_${new Intl.PluralRules(locale).select(values.count)}` : '';
  const text = texts.get(`${locale}:${key}${plural}`) ?? texts.get(`${locale}:${key}`);
  if (text === undefined) throw new Error(`No text ${key} in ${locale}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
};

function readLocales(): void {
  for (const locale of readdirSync(localesFolder) as Locale[]) {
    for (const file of readdirSync(path.join(localesFolder, locale)).filter(name => name.endsWith('.json'))) {
      const area: Record<string, string> = JSON.parse(readFileSync(path.join(localesFolder, locale, file), 'utf8'));
      for (const [key, text] of Object.entries(area)) texts.set(`${locale}:${file.slice(0, -5)}.${key}`, text);
    }
  }
}

/** Returns a small PNG with transparent pixels in base64, for use as a brand logo. */
export function somePng(): string {
  const [width, height] = [24, 8];
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, (_, x) => Buffer.from([0, 132, 61, x * 10]))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]).toString(
    'base64',
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Writes zero as the checksum, because the PNG readers in these tests do not verify it.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}
