/** A message is on its way for so long, so that a clock that seems behind by less is right. */
const ON_ITS_WAY_MS = 10_000;
/** A clock before this was never set. */
const NOT_SET = Date.UTC(2020, 0, 1);

/** How far stations' clocks are from ours, by messages that were sent as they came. */
export function watchClocks() {
  const offsets = new Map<string, number>();
  return {
    /** A message that was certainly not kept back: `at` is its time by the station's clock. */
    note(stationId: string, at: Date | null, receivedAt: Date): void {
      if (at === null) return;
      const offsetMs = receivedAt.getTime() - at.getTime();
      offsets.set(stationId, offsetMs >= 0 && offsetMs <= ON_ITS_WAY_MS ? 0 : offsetMs);
    },
    /** To be added to the station's times. */
    offsetMs: (stationId: string): number => offsets.get(stationId) ?? 0,
    /** False where nobody knows how far it is off. */
    isSet: (at: Date): boolean => at.getTime() >= NOT_SET,
  };
}

export type Clocks = ReturnType<typeof watchClocks>;
