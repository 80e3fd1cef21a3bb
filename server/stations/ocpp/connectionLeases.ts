/** A station that is connected to one of the processes. */
export interface HeldStation {
  stationId: string;
  processId: string;
  connectionId: string;
  protocol: string;
  /** Seconds between two values of its meter, as it was set; null: not known. */
  meterIntervalS: number | null;
  seenAt: Date;
}

/** Which process holds which station's socket, in the database. docs/decisions/0022. */
export interface HoldRows {
  /** The newest connection of a station counts. */
  put(held: HeldStation): Promise<void>;
  /** One statement for all of a process. */
  renew(processId: string, at: Date): Promise<void>;
  /** Only its own: a newer connection of the station stays. */
  remove(held: Pick<HeldStation, 'stationId' | 'connectionId'>): Promise<void>;
  /** Those of processes that live. */
  list(now: Date): Promise<readonly HeldStation[]>;
}

/** What every page asks, answered from memory: which stations can be reached. */
export function createConnectionLeases({ rows, now }: { rows: HoldRows; now(): Date }) {
  let known = new Map<string, HeldStation>();
  /** What has changed while all are read; null: they are not being read. */
  let changes: (() => void)[] | null = null;
  const change = (made: () => void) => {
    changes?.push(made);
    made();
  };
  return {
    find: (stationId: string): HeldStation | null => known.get(stationId) ?? null,
    list: (): readonly HeldStation[] => [...known.values()],
    async put(held: HeldStation): Promise<void> {
      await rows.put(held);
      change(() => known.set(held.stationId, held));
    },
    async remove(held: Pick<HeldStation, 'stationId' | 'connectionId'>): Promise<void> {
      await rows.remove(held);
      change(() => {
        if (known.get(held.stationId)?.connectionId === held.connectionId) known.delete(held.stationId);
      });
    },
    /** Says that this process lives, and learns of the others. */
    async refresh(processId: string): Promise<void> {
      await rows.renew(processId, now());
      const meanwhile: (() => void)[] = [];
      changes = meanwhile;
      try {
        const all = await rows.list(now());
        known = new Map(all.map(held => [held.stationId, held]));
      } finally {
        changes = null;
      }
      for (const made of meanwhile) made();
    },
  };
}

export type Holds = ReturnType<typeof createConnectionLeases>;
