import { createHash } from 'node:crypto';
import type {
  Dimension,
  PriceComponent,
  Tariff,
  TariffElement,
  TariffRestrictions,
  Weekday,
} from '../../../shared/model/tariff.ts';
import type { TariffRecord } from '../records/records.ts';
import { grossMicro, microOfValid } from './decimals.ts';
import type { OcpiPrice, OcpiPriceComponent, OcpiTariff, OcpiTariffElement, OcpiTariffRestrictions } from './tariffSchema.ts';

interface TariffInput {
  id: string;
  tariff: OcpiTariff;
  /** The brand's VAT rate in the country of the location, for net prices without their own rate. */
  vatPercent: number;
}

/** Converts an OCPI tariff into gross prices as integers. The version is a hash of the tariff, so it changes with every price. */
export function tariffRecord({ id, tariff, vatPercent }: TariffInput): TariffRecord {
  const isGross = tariff.prices_include_vat;
  const applied: Tariff = {
    id,
    currency: tariff.currency,
    pricesIncludeVat: true,
    // Elements with prices for a reservation are left out, because the app offers no reservations. Otherwise drivers would pay
    // for a reservation that they never had.
    elements: tariff.elements.filter(isForCharging).map(element => tariffElement({ element, isGross, vatPercent })),
    ...(tariff.min_price && { minPriceMicro: limitMicro({ price: tariff.min_price, vatPercent }) }),
    ...(tariff.max_price && { maxPriceMicro: limitMicro({ price: tariff.max_price, vatPercent }) }),
  };
  return { id, version: versionOf(applied), tariff: applied };
}

/** Returns the version of a tariff: a hash of all its prices and limits. */
export const versionOf = (tariff: Tariff): string => createHash('sha256').update(canonicalJson(tariff)).digest('hex');

/** Returns false for an element that contains prices for a reservation. */
export const isForCharging = ({ restrictions }: { restrictions?: { reservation?: unknown } }): boolean =>
  restrictions?.reservation === undefined;

/** Returns JSON with sorted keys, so that the order of keys in a file does not change the hash of a tariff. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function limitMicro({ price, vatPercent }: { price: OcpiPrice; vatPercent: number }): number {
  return price.incl_vat === undefined
    ? grossMicro({ netMicro: microOfValid(price.excl_vat), vatPercent })
    : microOfValid(price.incl_vat);
}

interface Basis {
  isGross: boolean;
  vatPercent: number;
}

function tariffElement({ element, ...basis }: { element: OcpiTariffElement } & Basis): TariffElement {
  const components = element.price_components.map(component => priceComponent({ component, ...basis }));
  const restrictions = element.restrictions && tariffRestrictions(element.restrictions);
  return restrictions === undefined || Object.keys(restrictions).length === 0 ? { components } : { components, restrictions };
}

function priceComponent({ component, isGross, vatPercent }: { component: OcpiPriceComponent } & Basis): PriceComponent {
  const statedMicro = microOfValid(component.price);
  const type: Dimension = component.type;
  return {
    type,
    priceMicro: isGross ? statedMicro : grossMicro({ netMicro: statedMicro, vatPercent: component.vat ?? vatPercent }),
    stepSize: component.step_size,
    ...(component.vat !== undefined && { vatPercent: component.vat }),
    ...(component.grace_after_charging_minutes !== undefined && {
      graceAfterChargingMinutes: component.grace_after_charging_minutes,
    }),
    ...(component.max_per_session !== undefined && { maxPerSessionMinor: microOfValid(component.max_per_session) / 10_000 }),
  };
}

function tariffRestrictions(from: OcpiTariffRestrictions): TariffRestrictions {
  const stated = {
    startTime: from.start_time,
    endTime: from.end_time,
    startDate: from.start_date,
    endDate: from.end_date,
    minEnergyWh: thousandfold(from.min_kwh),
    maxEnergyWh: thousandfold(from.max_kwh),
    minCurrentA: from.min_current,
    maxCurrentA: from.max_current,
    minPowerW: thousandfold(from.min_power),
    maxPowerW: thousandfold(from.max_power),
    minDurationS: from.min_duration,
    maxDurationS: from.max_duration,
    // The type assertion is safe, because the schema accepts only OCPI's seven names.
    daysOfWeek: from.day_of_week?.map(day => day.toLowerCase() as Weekday),
    holiday: from.holiday,
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}

/** Converts kWh into Wh and kW into W, as integers. */
const thousandfold = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(microOfValid(value) / 1000);
