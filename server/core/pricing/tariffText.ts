import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import type { PriceComponent, Tariff, TariffElement } from '../../../shared/model/tariff.ts';

const MICRO_PER_CENT = 10_000;
const NUMBERS_OF: Readonly<Record<string, number>> = { '001': 4, '002': 3, '003': 2 };

/**
 * Parses the tariff text of a signed record (OCMF field TT). Prices are gross, in cents: `001;EUR;start;per kWh;blocking per
 * minute;from this minute of the session`, `002;EUR;start;per kWh;blocking per minute after charging has ended`,
 * `003;EUR;start;per minute`.
 * @returns null if the text has none of these forms
 */
export function readTariffText(text: string): Tariff | null {
  const [profile = '', code, ...rest] = text.trim().split(';');
  const currency = CURRENCIES.find(each => each === code);
  if (!currency || rest.length !== NUMBERS_OF[profile] || !rest.every(part => /^\d{1,9}(\.\d{1,4})?$/.test(part))) return null;
  const [start = 0, price = 0, blocking = 0] = rest.map(part => Math.round(Number(part) * MICRO_PER_CENT));
  const fromS = Number(rest[3] ?? 0) * 60;
  if (!Number.isInteger(fromS)) return null;
  const flat: PriceComponent = { type: 'FLAT', priceMicro: start, stepSize: 0 };
  const energy: PriceComponent = { type: 'ENERGY', priceMicro: price, stepSize: 1 };
  switch (profile) {
    case '001':
      return aTariff(text, currency, [{ components: [flat, energy] }, blockingFrom(blocking, fromS)]);
    case '002':
      return aTariff(text, currency, [
        { components: [flat, energy, { ...perMinute('PARKING_TIME', blocking), graceAfterChargingMinutes: 0 }] },
      ]);
    default:
      return aTariff(text, currency, [{ components: [flat, perMinute('TIME', price), perMinute('PARKING_TIME', price)] }]);
  }
}

/**
 * Writes a tariff in one of the forms that `readTariffText` reads.
 * @returns null if none of them expresses the complete tariff
 */
export function tariffTextOf(tariff: Tariff): string | null {
  for (const profile of ['003', '001', '002']) {
    const text = [profile, tariff.currency, ...numbersFor(profile, tariff)].join(';');
    const again = readTariffText(text);
    if (again && sameAs(again) === sameAs(tariff)) return text;
  }
  return null;
}

const aTariff = (id: string, currency: Currency, elements: readonly TariffElement[]): Tariff => ({
  id,
  currency,
  pricesIncludeVat: true,
  elements,
});

const perMinute = (type: 'TIME' | 'PARKING_TIME', priceMicro: number): PriceComponent => ({
  type,
  priceMicro: priceMicro * 60,
  stepSize: 60,
});

/**
 * Returns the element of a blocking fee that begins a certain time after the start of the session. The fee applies with or
 * without charging, so it is both TIME and PARKING_TIME.
 */
const blockingFrom = (priceMicro: number, fromS: number): TariffElement => ({
  components: [perMinute('TIME', priceMicro), perMinute('PARKING_TIME', priceMicro)],
  restrictions: { minDurationS: fromS },
});

function numbersFor(profile: string, tariff: Tariff): string[] {
  const components = tariff.elements.flatMap(element => element.components);
  const microOf = (type: PriceComponent['type']) => components.find(component => component.type === type)?.priceMicro ?? 0;
  const cents = (micro: number) => String(micro / MICRO_PER_CENT);
  const [start, energy, time, standing] = [
    microOf('FLAT'),
    microOf('ENERGY'),
    microOf('TIME') / 60,
    microOf('PARKING_TIME') / 60,
  ];
  const fromS = tariff.elements.map(element => element.restrictions?.minDurationS ?? 0).find(seconds => seconds > 0) ?? 0;
  if (profile === '001') return [cents(start), cents(energy), cents(standing), String(fromS / 60)];
  if (profile === '002') return [cents(start), cents(energy), cents(standing)];
  return [cents(start), cents(time)];
}

/**
 * Returns a text that is equal for tariffs with the same prices. It contains all properties that affect a price, in a fixed
 * order.
 */
function sameAs({ currency, pricesIncludeVat, elements, minPriceMicro, maxPriceMicro }: Tariff): string {
  const parts = elements.flatMap(({ components, restrictions = {} }) =>
    components
      .filter(component => component.priceMicro > 0)
      .map(({ vatPercent: _, stepSize, ...component }) => [
        Object.entries({ ...component, stepSize: Math.max(stepSize, 1) }).sort(),
        Object.entries(restrictions)
          .filter(([, value]) => value !== 0 && value !== undefined)
          .sort(),
      ]),
  );
  return JSON.stringify([
    currency,
    pricesIncludeVat,
    parts.map(part => JSON.stringify(part)).sort(),
    minPriceMicro || null,
    maxPriceMicro ?? null,
  ]);
}
