import type { AnomalyListener } from '../../../core/ports/stationPort.ts';

export interface UnusableStarts {
  /**
   * Counts a session whose meter reading at the start was unusable.
   * @returns the number of such sessions at the station
   */
  noteUnusableStart(stationId: string): Promise<number>;
}

/** Staff are alerted once a station has had this many sessions without a usable meter reading at the start. */
const MIN_UNUSABLE_STARTS = 3;

/**
 * Alerts staff if a station often sends no usable meter reading at the start. The energy before the first usable one is not
 * billed, so the station needs other settings.
 */
export async function noteUnusableStart(
  { noteUnusableStart: count, listener }: UnusableStarts & { listener(): AnomalyListener },
  stationId: string,
): Promise<void> {
  if ((await count(stationId)) < MIN_UNUSABLE_STARTS) return;
  const why = 'a station gives no usable meter value at the start';
  await listener().reportAnomaly({ why, authorizationReference: null, session: stationId });
}
