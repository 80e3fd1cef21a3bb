import {
  formatDate,
  formatDateTime,
  formatEnergy,
  formatExactPrice,
  formatMoney,
  formatTime,
  languageTag,
  type ZonedRegion,
} from '../../../../shared/figures/format.ts';
import type { Translator } from '../../../core/ports/ports.ts';
import type { Cancelled, DocumentKind, InvoiceDocument } from '../../../core/records/records.ts';
import {
  type Fact,
  headingTexts,
  type ItemTexts,
  isTaxed,
  itemsTexts,
  type Translate,
  vatTexts,
  type Writer,
} from './invoiceItemTexts.ts';

export interface Party {
  label: string;
  name: string;
  lines: readonly string[];
}

/** All texts and figures of a document, ready for the layout. */
export interface InvoiceTexts {
  /** BCP 47 language tag. */
  language: string;
  title: string;
  /** The title with the number. Used as window title and in the header of further pages. */
  name: string;
  /** Number, date of issue, transaction ID and time of supply. */
  facts: readonly Fact[];
  supplier: Party;
  customer: Party | null;
  place: Party & { plugNumber: string };
  /** The EVSE ID of the charging point. */
  point: Fact;
  /** The meter readings at the start and at the end, as far as they are known. */
  readings: readonly Fact[];
  /** The number of the meter; empty if the number is unknown. */
  meter: readonly Fact[];
  headings: ItemTexts;
  items: readonly ItemTexts[];
  total: Fact;
  /** Net amount, VAT and gross amount of each VAT rate. */
  vat: readonly (readonly Fact[])[];
  /** The VAT in the national currency and the exchange rate; empty if the document uses the national currency. */
  nationalVat: readonly Fact[];
  /** The reason why the document shows no tax. Null if there is tax, or if the country requires no reason. */
  exemption: string | null;
  /** Sentences about the payment or the refund. */
  payment: readonly string[];
  /** A sentence saying that less was captured than the session cost; null if the full cost was captured. */
  shortfall: string | null;
  /** The reason that the electronic invoice states if a maximum amount makes a line cheaper than quantity × price. */
  highest: string;
  /** The reason that the electronic invoice states if rounding makes a line differ from quantity × price. */
  rounding: string;
  /** The held, the captured and the released amount; empty on a credit note. */
  hold: readonly Fact[];
  notes: readonly string[];
  legal: string;
  contact: string | null;
  page(page: number, pages: number): string;
}

/** Returns all texts in the document's language and its country's number formats. Keys: invoice.*, unit.*, plug.*. */
export function invoiceTexts(doc: InvoiceDocument, translator: Translator): InvoiceTexts {
  const region = { locale: doc.locale, country: doc.place.country, timeZone: doc.timeZone };
  const translate: Translate = (key, values) => translator(doc.locale, key, values);
  const writer: Writer = { doc, translate, region, money: amountMinor => formatMoney(amountMinor, doc.currency, region) };
  const title = titleText(writer);
  return {
    language: languageTag(region),
    title,
    name: `${title} ${doc.number}`,
    facts: [
      { label: translate(NUMBER_LABELS[doc.kind]), value: doc.number },
      { label: translate('invoice.date'), value: formatDate(doc.issuedAt, region) },
      { label: translate('invoice.transaction'), value: String(doc.sessionNumber) },
      { label: translate('invoice.time'), value: spanText(doc.startedAt, doc.endedAt, region) },
    ],
    supplier: supplierTexts(writer),
    customer: customerTexts(writer),
    place: locationTexts(writer),
    point: { label: translate('invoice.chargingPoint'), value: doc.place.evseId },
    readings: readingTexts(writer),
    meter: doc.meter.id === null ? [] : [{ label: translate('invoice.meter'), value: doc.meter.id }],
    headings: headingTexts(writer),
    items: itemsTexts(writer),
    total: { label: translate(isTaxed(doc) ? 'invoice.gross' : 'invoice.total'), value: writer.money(doc.totalMinor) },
    vat: isTaxed(doc) ? doc.vat.map(group => vatTexts(group, writer)) : [],
    nationalVat: nationalVatTexts(writer),
    exemption: exemptionText(writer),
    payment: doc.cancels ? creditTexts(writer, doc.cancels) : paidTexts(writer),
    shortfall: shortfallText(writer),
    highest: translate('invoice.line.highest'),
    rounding: translate('invoice.line.rounding'),
    hold: doc.cancels ? [] : holdTexts(writer),
    notes: noteTexts(writer),
    legal: legalText(writer),
    contact: contactText(writer),
    page: (page, pages) => translate('invoice.page', { page, pages }),
  };
}

const NUMBER_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'invoice.number',
  receipt: 'invoice.number.receipt',
  'credit-note': 'invoice.number.document',
};

function titleText({ doc: { kind, cancels }, translate }: Writer): string {
  if (!cancels) return translate(`invoice.title.${kind}`);
  if (cancels.isReceipt) return translate('invoice.title.refund');
  return translate(cancels.isWhole ? 'invoice.title.cancellation' : 'invoice.title.correction');
}

function supplierTexts({ doc, translate, region }: Writer): Party {
  const { name, street, postalCode, city, country } = doc.supplier;
  return { label: translate('invoice.supplier'), name, lines: [street, `${postalCode} ${city}`, countryName(country, region)] };
}

function nationalVatTexts({ doc: { nationalVat }, translate, region }: Writer): readonly Fact[] {
  if (!nationalVat) return [];
  const { currency, vatMinor, rate } = nationalVat;
  const [one, price] = [formatMoney(100, rate.base, region), formatExactPrice(Math.round(rate.rate * 1e6), rate.quote, region)];
  return [
    { label: translate('invoice.nationalVat'), value: formatMoney(vatMinor, currency, region) },
    { label: translate('invoice.exchangeRate'), value: `${one} = ${price} (${formatDay(rate.since, region)})` },
  ];
}

/** Formats a calendar day ('2026-11-20'), which must not shift with the time zone. */
const formatDay = (day: string, region: ZonedRegion): string => formatDate(`${day}T12:00:00Z`, { ...region, timeZone: 'UTC' });

function customerTexts({ doc, translate, region }: Writer): Party | null {
  if (!doc.customer) return null;
  const { name, address } = doc.customer;
  const lines = address
    ? [
        address.street,
        `${address.postalCode} ${address.city}`,
        countryName(address.country, region),
        address.vatId && `${translate('invoice.vatId')} ${address.vatId}`,
      ]
    : [];
  return { label: translate('invoice.customer'), name, lines: lines.filter(line => line !== '') };
}

function locationTexts({ doc, translate, region }: Writer): InvoiceTexts['place'] {
  const { street, postalCode, city, country, plug } = doc.place;
  return {
    label: translate('invoice.place'),
    name: street,
    lines: [
      `${postalCode} ${city}`,
      countryName(country, region),
      `${translate('plug.number', { number: plug.number })}, ${translate(`plug.type.${plug.kind}`)}`,
    ],
    plugNumber: plug.number,
  };
}

function readingTexts({ doc: { meter }, translate, region }: Writer): readonly Fact[] {
  const reading = (key: string, energyWh: number | null): readonly Fact[] =>
    energyWh === null
      ? []
      : [{ label: translate(key), value: translate('unit.kwh', { value: formatEnergy(energyWh, 3, region) }) }];
  return [...reading('invoice.meterStart', meter.startWh), ...reading('invoice.meterStop', meter.stopWh)];
}

/** Formats a period. If the period ends on the day on which it began, the end is only a time of day. */
function spanText(fromIso: string, toIso: string, region: ZonedRegion): string {
  const isSameDay = formatDate(fromIso, region) === formatDate(toIso, region);
  return `${formatDateTime(fromIso, region)} – ${isSameDay ? formatTime(toIso, region) : formatDateTime(toIso, region)}`;
}

function paidTexts({ doc, translate, region }: Writer): readonly string[] {
  return doc.cardDigits ? [translate('invoice.paid', { date: formatDate(doc.paidAt, region), digits: doc.cardDigits })] : [];
}

function holdTexts({ doc: { hold }, translate, money }: Writer): readonly Fact[] {
  return [
    { label: translate('invoice.held'), value: money(hold.heldMinor) },
    { label: translate('invoice.charged'), value: money(hold.chargedMinor) },
    { label: translate('invoice.released'), value: money(hold.releasedMinor) },
  ];
}

/** A credit note must clearly name the document that it corrects (§ 31(5) UStDV), so this text is more prominent than a note. */
function creditTexts({ doc, translate, region }: Writer, cancels: Cancelled): readonly string[] {
  const { number, issuedAt, isWhole, refundedAt } = cancels;
  const about = translate(isWhole ? 'invoice.cancels' : 'invoice.corrects', { number, date: formatDate(issuedAt, region) });
  if (refundedAt === null) return [about, translate('invoice.unmoved')];
  if (doc.cardDigits === null) return [about];
  return [about, translate('invoice.refunded', { date: formatDate(refundedAt, region), digits: doc.cardDigits })];
}

const exemptionText = ({ doc, translate }: Writer): string | null =>
  !isTaxed(doc) && doc.place.country === 'ch' ? translate('invoice.exempt.ch') : null;

const shortfallText = ({ doc, translate }: Writer): string | null =>
  doc.kind !== 'credit-note' && doc.hold.chargedMinor < doc.totalMinor ? translate('receipt.settled.capped') : null;

function noteTexts(writer: Writer): readonly string[] {
  const { doc, translate, region } = writer;
  const { replaces, checkUrl, signedRecords } = doc;
  const remarks = [shortfallText(writer), exemptionText(writer)].filter(text => text !== null);
  const notes = [...remarks, translate('invoice.times', { zone: zoneName(doc, region) })];
  if (replaces)
    notes.unshift(translate('invoice.replaces', { number: replaces.number, date: formatDate(replaces.issuedAt, region) }));
  if (signedRecords > 0) notes.push(translate('invoice.signedValues', { url: checkUrl }));
  return notes;
}

function legalText({ doc, translate, region }: Writer): string {
  const { name, street, postalCode, city, country, register, vatId, taxNumber } = doc.supplier;
  const parts = [name, street, `${postalCode} ${city}`, countryName(country, region)];
  if (register) parts.push(`${translate('invoice.register')}: ${register}`);
  if (vatId) parts.push(`${translate('invoice.vatId')}: ${vatId}`);
  if (taxNumber) parts.push(`${translate('invoice.taxNumber')}: ${taxNumber}`);
  return parts.join(' · ');
}

function contactText({ doc, translate }: Writer): string | null {
  const contacts = [doc.brand.supportPhone, doc.brand.supportEmail].filter(contact => contact !== null);
  return contacts.length === 0 ? null : translate('invoice.questions', { contact: contacts.join(', ') });
}

function countryName(code: string, region: ZonedRegion): string {
  return new Intl.DisplayNames([languageTag(region)], { type: 'region' }).of(code.toUpperCase()) ?? code;
}

/** Names the time zone: "Mitteleuropäische Normalzeit (GMT+1)"; both names if the clocks changed during the session. */
function zoneName({ startedAt, endedAt }: InvoiceDocument, region: ZonedRegion): string {
  const names = [startedAt, endedAt].map(iso => `${zonePart(iso, region, 'long')} (${zonePart(iso, region, 'shortOffset')})`);
  return [...new Set(names)].join(', ');
}

function zonePart(iso: string, region: ZonedRegion, timeZoneName: 'long' | 'shortOffset'): string {
  const format = new Intl.DateTimeFormat(languageTag(region), { timeZone: region.timeZone, timeZoneName });
  return format.formatToParts(new Date(iso)).find(part => part.type === 'timeZoneName')?.value ?? region.timeZone;
}
