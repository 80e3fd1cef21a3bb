/** A station that is connected to one of the app's processes. */
export interface HeldStation {
  stationId: string;
  processId: string;
  connectionId: string;
  protocol: string;
  /** Seconds between two meter readings, as configured at the station. Null: unknown. */
  meterIntervalS: number | null;
  seenAt: Date;
}

/** Leases in the database, which say to which process each station is connected (docs/decisions/0022). */
export interface HoldRows {
  /** Stores a lease. It replaces the lease of the station's earlier connection. */
  put(held: HeldStation): Promise<void>;
  /** Renews all leases of a process in one statement. */
  renew(processId: string, at: Date): Promise<void>;
  /** Removes the lease of this connection. If the station has a newer connection, its lease stays. */
  remove(held: Pick<HeldStation, 'stationId' | 'connectionId'>): Promise<void>;
  /** Lists the leases of all processes that are alive. */
  list(now: Date): Promise<readonly HeldStation[]>;
}

/** Keeps in memory which stations are connected, because every page of a charging point needs this. */
export function createConnectionLeases({ rows, now }: { rows: HoldRows; now(): Date }) {
  let known = new Map<string, HeldStation>();
  /** Changes that were made during a refresh, to be applied to the result of the refresh. Null: no refresh is running. */
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
    /** Renews the leases of this process, and loads the leases of all processes. */
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
