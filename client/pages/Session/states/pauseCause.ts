import type { SessionValues } from '../../../../shared/charging/session.ts';

/** Share of the highest power below which a vehicle has slowed down before the pause, as vehicles do with a nearly full battery. */
const SLOW = 0.5;
/** Charge level in per cent from which a battery without a reported target counts as full. */
const FULL_PERCENT = 97;

/**
 * Returns the probable cause of a pause. 'full': the battery has reached its target, or the power fell slowly before the pause.
 * 'vehicle': the power ended suddenly. Null: no power has ever flowed.
 */
export function pauseCause({ battery, curve }: Pick<SessionValues, 'battery' | 'curve'>): 'full' | 'vehicle' | null {
  const powers = curve.map(({ powerW }) => powerW).filter(powerW => powerW > 0);
  if (powers.length === 0) return null;
  const percent = battery?.percent ?? null;
  if (percent !== null) return percent >= (battery?.targetPercent ?? FULL_PERCENT) ? 'full' : 'vehicle';
  return (powers.at(-1) ?? 0) < Math.max(...powers) * SLOW ? 'full' : 'vehicle';
}
