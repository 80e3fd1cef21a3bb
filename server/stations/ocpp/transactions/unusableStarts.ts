import type { AnomalyListener } from '../../../core/ports/stationPort.ts';

export interface UnusableStarts {
  /**
   * Counts a session that is billed from a later value than its start value.
   * @returns the number of these sessions at the station
   */
  noteUnusableStart(stationId: string): Promise<number>;
}

/** A person is alerted from this number of sessions on. */
const MIN_UNUSABLE_STARTS = 3;

/**
 * Alerts a person if a station often has no usable start value. The energy before the first value is not billed, so the station
 * needs other settings.
 */
export async function noteUnusableStart(
  { noteUnusableStart: count, listener }: UnusableStarts & { listener(): AnomalyListener },
  stationId: string,
): Promise<void> {
  if ((await count(stationId)) < MIN_UNUSABLE_STARTS) return;
  const why = 'a station gives no usable meter value at the start';
  await listener().reportAnomaly({ why, authorizationReference: null, session: stationId });
}
