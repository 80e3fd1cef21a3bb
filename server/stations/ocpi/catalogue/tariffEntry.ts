import { type Findings, noteFault, validated, type Where } from '../../../core/formats/faults.ts';
import { checkKwhPrices } from '../../../core/formats/kwhPrices.ts';
import { isForCharging } from '../../../core/formats/tariffRecord.ts';
import { type OcpiTariff as FileTariff, TARIFF } from '../../../core/formats/tariffSchema.ts';
import type { OcpiTariff, OcpiTariffElement } from '../messages/tariff.ts';
import { grossLimitOf } from './priceLimits.ts';

interface TariffEntryInput {
  tariff: OcpiTariff;
  /** The id of the tariff in the catalogue. It may be longer than OCPI allows. */
  id: string;
  /** The brand's VAT rate in the country of the location. */
  vatPercent: number;
  /** True: the operator has confirmed that no VAT is due if a CPO states a VAT rate of zero. */
  acceptsZeroVat: boolean;
  /** The operator's decision for tariffs without `tax_included`. Null: none was made, and the prices count as net. */
  taxIncluded: 'YES' | 'NO' | null;
  where: Where;
  findings: Findings;
}

/**
 * Restrictions that can be evaluated from a session's data. Restrictions of current and power are not among them, because a CPO
 * need not report these values.
 */
const KNOWN = new Set([
  'start_time',
  'end_time',
  'start_date',
  'end_date',
  'min_kwh',
  'max_kwh',
  'min_duration',
  'max_duration',
  'day_of_week',
  'reservation',
]);
const UNTOLD = new Set(['min_current', 'max_current', 'min_power', 'max_power']);

/**
 * Converts a tariff of a CPO platform to the format of operators' files, with the same checks.
 * @returns null if the tariff cannot be converted exactly: the reasons are added to `findings`, and drivers are offered nothing
 * at its prices
 */
export function tariffEntry(input: TariffEntryInput): FileTariff | null {
  const { tariff, id, where, findings } = input;
  const before = findings.faults.length;
  const isGross = (tariff.tax_included ?? input.taxIncluded) === 'YES';
  checkTaxes(input);
  checkElements(input);
  checkTexts(input);
  const written = {
    country_code: tariff.country_code,
    party_id: tariff.party_id,
    id: 'checked elsewhere',
    currency: tariff.currency,
    elements: tariff.elements.map(element => writtenElement(element, tariff)),
    ...writtenLimits(input),
    ...(tariff.start_date_time && { start_date_time: tariff.start_date_time.toISOString() }),
    ...(tariff.end_date_time && { end_date_time: tariff.end_date_time.toISOString() }),
    prices_include_vat: isGross,
  };
  const value = validated({ schema: TARIFF, value: written, where, findings });
  if (value === null || findings.faults.length > before) return null;
  checkKwhPrices({ tariffs: [{ where, value }], findings });
  return findings.faults.length > before ? null : { ...value, id };
}

const isNotTaxed = ({ tax_included }: OcpiTariff): boolean => tax_included === 'N/A';

const writtenElement = ({ price_components, restrictions }: OcpiTariffElement, tariff: OcpiTariff) => ({
  price_components: price_components.map(({ type, price, vat, step_size }) => ({
    type,
    price: Number(price),
    ...(vat === null && !isNotTaxed(tariff) ? {} : { vat: isNotTaxed(tariff) ? 0 : Number(vat) }),
    step_size,
  })),
  ...(restrictions === undefined ? {} : { restrictions }),
});

/** Returns the VAT rates of all price components with a price above zero. */
function ratesOf({ tariff, vatPercent }: TariffEntryInput): number[] {
  const charged = tariff.elements.filter(isForCharging).flatMap(({ price_components }) => price_components);
  const vatRates = charged.filter(({ price }) => Number(price) > 0).map(({ vat }) => (vat === null ? vatPercent : Number(vat)));
  return isNotTaxed(tariff) ? [0] : [...new Set(vatRates.length > 0 ? vatRates : [vatPercent])];
}

function writtenLimits(input: TariffEntryInput): Record<string, { excl_vat: number; incl_vat: number }> {
  const limits = (['min', 'max'] as const).flatMap(bound => {
    const field = `${bound}_price` as const;
    const limit = input.tariff[field];
    if (limit === undefined) return [];
    const found = grossLimitOf({ limit, bound, rates: ratesOf(input) });
    if ('grossMicro' in found) return [[field, { excl_vat: Number(limit.net), incl_vat: found.grossMicro / 1_000_000 }]];
    noteFault({ ...input, keys: [field], reason: found.reason });
    return [];
  });
  return Object.fromEntries(limits);
}

const UNITS: Readonly<Record<string, string>> = { ENERGY: ' per kWh', TIME: ' per hour', PARKING_TIME: ' per hour' };

/**
 * Adds a warning if the tariff lacks `tax_included`. The warning states the price that drivers pay, and the price that the CPO
 * may have meant.
 */
function remarkTax({ tariff, vatPercent, taxIncluded, where, findings }: TariffEntryInput): void {
  if (!tariff.lacksTax || taxIncluded !== null) return;
  const components = tariff.elements.filter(isForCharging).flatMap(({ price_components }) => price_components);
  const priced = components.find(({ price }) => Number(price) > 0);
  if (!priced) return;
  const rate = priced.vat === null ? vatPercent : Number(priced.vat);
  const [price, gross] = [Number(priced.price), Number(((Number(priced.price) * (100 + rate)) / 100).toFixed(4))];
  const each = `${tariff.currency}${UNITS[priced.type] ?? ''}`;
  const reason = `does not say whether VAT is included: drivers pay ${gross} ${each}, which is ${price} and ${rate} % VAT. Where ${price} is meant with VAT: ocpi set … --tax-included yes`;
  findings.remarks.push({ file: where.file, path: `${where.path}.tax_included`, reason });
}

function checkTaxes(input: TariffEntryInput): void {
  const { tariff, vatPercent, acceptsZeroVat, where, findings } = input;
  const { tax_included, elements } = tariff;
  remarkTax(input);
  if (tax_included !== null && !['YES', 'NO', 'N/A'].includes(tax_included))
    noteFault({ where, findings, keys: ['tax_included'], reason: `${tax_included} is neither YES nor NO nor N/A` });
  const isZeroUnexpected = vatPercent > 0 && !acceptsZeroVat;
  if (isNotTaxed(tariff) && isZeroUnexpected) {
    noteFault({ where, findings, keys: ['tax_included'], reason: withoutVat(vatPercent) });
    return;
  }
  for (const [at, element] of elements.entries()) {
    for (const [n, { vat }] of element.price_components.entries()) {
      const keys = ['elements', at, 'price_components', n, 'vat'];
      if (vat !== null && Number(vat) === 0 && isForCharging(element) && isZeroUnexpected)
        noteFault({ where, findings, keys, reason: withoutVat(vatPercent) });
    }
  }
  const isUntold = elements.some(({ price_components }) => price_components.some(({ vat }) => vat === null));
  if (isUntold && !isNotTaxed(tariff))
    findings.remarks.push({ ...where, reason: `does not state VAT: the ${vatPercent} % of the client apply` });
}

const withoutVat = (vatPercent: number): string =>
  `states that no VAT is due, but ${vatPercent} % are: these may be wholesale prices. Offered once the operator confirms them`;

function checkElements({ tariff, where, findings }: TariffEntryInput): void {
  if (!tariff.elements.some(isForCharging))
    noteFault({ where, findings, keys: ['elements'], reason: 'prices reservations only, which are not offered' });
  for (const [at, element] of tariff.elements.entries()) {
    if (!isForCharging(element)) continue;
    for (const field of Object.keys(element.restrictions ?? {})) {
      const keys = ['elements', at, 'restrictions', field];
      if (UNTOLD.has(field))
        noteFault({ where, findings, keys, reason: 'cannot be billed: sessions need not report the current or the power' });
      else if (!KNOWN.has(field)) noteFault({ where, findings, keys, reason: 'is an unknown restriction' });
    }
  }
}

/**
 * Reports digits in the tariff's texts, because they may mean a surcharge that drivers are not shown. This is an error if all
 * prices are zero, otherwise a warning.
 */
function checkTexts({ tariff, where, findings }: TariffEntryInput): void {
  if (!tariff.tariff_alt_text.some(({ text }) => /\d/.test(text))) return;
  const isFree = tariff.elements.every(({ price_components }) => price_components.every(({ price }) => Number(price) === 0));
  if (isFree) noteFault({ where, findings, keys: ['tariff_alt_text'], reason: 'states prices, but the tariff costs nothing' });
  else
    findings.remarks.push({
      file: where.file,
      path: `${where.path}.tariff_alt_text`,
      reason: 'states prices, which are not shown or charged',
    });
}
