import type { AnomalyListener } from '../../../core/ports/stationPort.ts';

export interface UnusableStarts {
  /** Counts a session that is billed from a later value than its start. Answers how many there were at the station. */
  noteUnusableStart(stationId: string): Promise<number>;
}

/** A person is alerted from so many sessions of a station on. */
const MIN_UNUSABLE_STARTS = 3;

/** Energy is given away before the first value. Where that goes on, the station has to be set otherwise. */
export async function noteUnusableStart(
  { noteUnusableStart: count, listener }: UnusableStarts & { listener(): AnomalyListener },
  stationId: string,
): Promise<void> {
  if ((await count(stationId)) < MIN_UNUSABLE_STARTS) return;
  const why = 'a station gives no usable meter value at the start';
  await listener().reportOddity({ why, authorizationReference: null, session: stationId });
}
