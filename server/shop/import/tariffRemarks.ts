import type { Findings } from '../../core/formats/faults.ts';
import type { Located } from '../../core/formats/jsonFiles.ts';
import { connectorPowerW, isDc } from '../../core/formats/pointRecord.ts';
import type { Sale } from '../../core/formats/sales.ts';
import type { SoldTariff } from '../../core/formats/soldTariff.ts';
import { isForCharging } from '../../core/formats/tariffRecord.ts';
import type { OcpiTariff, OcpiTariffElement } from '../../core/formats/tariffSchema.ts';
import { lineKind } from '../../core/pricing/lineKind.ts';
import { componentsOf } from '../../core/pricing/match.ts';
import { AFIR_POWER_W } from '../../core/records/afirPower.ts';

/** Adds import warnings for tariffs that the operator should check. */
export function remarkOnTariffs({
  sales,
  tariffs,
  findings,
}: {
  sales: readonly Sale[];
  tariffs: readonly Located<OcpiTariff>[];
  findings: Findings;
}): void {
  const sold = sales.flatMap(sale => sale.tariffs.map(tariff => ({ ...tariff, point: sale.point })));
  for (const source of tariffs) {
    const remark = (keys: string, reason: string) =>
      findings.remarks.push({ file: source.where.file, path: source.where.path + keys, reason });
    const uses = sold.filter(use => use.source === source);
    if (uses.length === 0) remark('', `tariff ${source.value.id} is not used by any point`);
    const fast = uses.find(
      ({ connector, point }) => point.country !== 'ch' && isDc(connector) && connectorPowerW(connector) >= AFIR_POWER_W,
    );
    const foreign = source.value.elements.findIndex(isBesidesAfir);
    if (fast !== undefined && foreign !== -1) {
      remark(
        `.elements[${foreign}]`,
        `from 50 kW only kWh and an occupancy fee per minute may be charged (AFIR art. 5(4)); ${fast.point.evseId} is sold by it`,
      );
    }
    if (!source.value.elements.every(isForCharging))
      remark('.elements', 'reservations are not sold here: their elements are left out');
    const coarser = coarserStep(uses[0]);
    if (coarser !== null) remark('.elements', coarser);
  }
}

/**
 * Returns whether an element charges a start fee, or a time fee from the first minute. AFIR art. 5(4) allows neither from 50 kW
 * on.
 */
const isBesidesAfir = (element: OcpiTariffElement): boolean =>
  isForCharging(element) &&
  element.price_components.some(
    ({ type, price }) => price > 0 && (type === 'FLAT' || (type === 'TIME' && (element.restrictions?.min_duration ?? 0) === 0)),
  );

/**
 * Describes rounding that may surprise the operator. If TIME and PARKING_TIME form one fee, the app rounds both up together, by
 * the `step_size` of the last component. OCPI rounds only PARKING_TIME. If the steps differ, a session may therefore cost more
 * than the operator expects.
 * @returns null if the steps are equal
 */
function coarserStep(use: SoldTariff | undefined): string | null {
  if (use === undefined) return null;
  const { tariff } = use.record;
  const steps = (['TIME', 'PARKING_TIME'] as const).map(dimension =>
    componentsOf(tariff, dimension)
      .filter(({ component }) => component.priceMicro > 0)
      .map(match => ({ kind: lineKind(tariff, match), step: Math.max(1, match.component.stepSize) })),
  );
  const [timed = [], parked = []] = steps;
  const clash = timed.find(({ kind, step }) => parked.some(other => other.kind === kind && other.step !== step));
  if (clash === undefined) return null;
  const others = [...new Set(parked.filter(({ kind }) => kind === clash.kind).map(({ step }) => step))];
  return `TIME with step_size ${clash.step} and PARKING_TIME with ${others.join(', ')} are one ${clash.kind} fee here and rounded up together, which may cost more than OCPI's own rounding: give both the same step_size`;
}
