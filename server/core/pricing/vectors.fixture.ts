import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { type Findings, validated } from '../formats/faults.ts';
import { tariffRecord } from '../formats/tariffRecord.ts';
import { type OcpiPrice, type OcpiTariff, TARIFF } from '../formats/tariffSchema.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import { dividedBy, type Exact, exact, exactDecimal, roundHalfUp, sumOf, times } from './exact.ts';
import { taxFactor } from './gross.ts';
import { price, type Usage } from './price.ts';

export const VECTORS = join(import.meta.dirname, '../../../test/data/tariff-vectors');

export const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(VECTORS, ...path), 'utf8'));

/** Fields that the import requires and that are missing in two of the example tariffs. No price depends on them. */
const NAMED = { country_code: 'DE', party_id: 'ALL', id: 'unnamed' };

/** Reads an example tariff like an imported file. If the tariff contains an error, the test fails. */
export function readTariff(json: unknown): OcpiTariff {
  const findings: Findings = { faults: [], remarks: [] };
  const value = { ...NAMED, ...(json as object) };
  const tariff = validated<OcpiTariff>({ schema: TARIFF, value, where: { file: 'tariff.json', path: '$' }, findings });
  if (tariff === null) throw new Error(JSON.stringify(findings.faults));
  return tariff;
}

/** Returns the tariff with gross prices, as drivers pay them. `vatPercent` is 0, because OCPI omits VAT where none applies. */
const asSold = (tariff: OcpiTariff): Tariff => tariffRecord({ id: tariff.id, tariff, vatPercent: 0 }).tariff;

/** Returns the tariff with the net prices of the file. */
function asWritten(tariff: OcpiTariff): Tariff {
  const net = ({ excl_vat }: OcpiPrice) => ({ excl_vat, incl_vat: excl_vat });
  const { min_price, max_price } = tariff;
  const limits = { ...(min_price && { min_price: net(min_price) }), ...(max_price && { max_price: net(max_price) }) };
  const { tariff: stated } = tariffRecord({
    id: tariff.id,
    tariff: { ...tariff, ...limits, prices_include_vat: true },
    vatPercent: 0,
  });
  return { ...stated, pricesIncludeVat: false };
}

/** Returns the cost of a session without and with VAT, unrounded, in currency units. */
export function costsOf(request: { tariff: OcpiTariff; usage: Usage; timeZone: string }): { exclVat: Exact; inclVat: Exact } {
  const { tariff, usage, timeZone } = request;
  const location = { timeZone, region: '', isHoliday: () => false };
  const linesOf = (basis: Tariff) => price({ tariff: basis, place: location, usage, vatPercent: 0 });
  const net = linesOf(asWritten(tariff)).map(({ amount, vatPercent }) => dividedBy(amount, taxFactor(vatPercent)));
  const gross = linesOf(asSold(tariff)).map(({ amount }) => amount);
  const unit = (amounts: readonly Exact[]) => times(sumOf(amounts), exact(1, 1_000_000));
  return { exclVat: unit(net), inclVat: unit(gross) };
}

/** Returns true if the amount, rounded to the decimals of the example (at least two), equals the number in the example. */
export function isPrintedAs(amount: Exact, printed: number): boolean {
  const decimals = Math.max(2, String(printed).split('.')[1]?.length ?? 0);
  const scale = exact(10 ** decimals);
  return roundHalfUp(times(amount, scale)) === roundHalfUp(times(exactDecimal(printed), scale));
}

/** A part of a session, either charging or parking, with its duration and energy. */
export interface Stretch {
  seconds: number;
  kwh: number;
  powerW: number;
  isCharging: boolean;
}

/** Returns the usage that a meter would report for consecutive stretches, with a reading at both ends of each stretch. */
export function usageOf({ startedAt, stretches }: { startedAt: Date; stretches: readonly Stretch[] }): Usage {
  const readings: MeterReading[] = [];
  let [at, kwh] = [startedAt, 0];
  for (const { seconds, powerW, isCharging, kwh: taken } of stretches) {
    readings.push({ at, energyWh: wholeWh(kwh), powerW, isCharging });
    at = new Date(at.getTime() + seconds * 1000);
    kwh += taken;
    readings.push({ at, energyWh: wholeWh(kwh), powerW, isCharging });
  }
  return { startedAt, endedAt: at, readings };
}

/**
 * Rounds up to whole Wh, because meters report whole Wh: "If someone charges their EV with 115.2 Wh, then they are billed for
 * 116 Wh" (OCPI 2.2.1).
 */
const wholeWh = (kwh: number): number => Math.ceil(Number((kwh * 1000).toFixed(3)));

export const localInstant = (wall: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds);
