import type { OcpiStore } from '../storage/store.ts';

/** Whether one module of a connection works, as measured by the requests of the app. Times are ISO strings. Null: never. */
export interface ModuleHealth {
  succeededAt: string | null;
  failedAt: string | null;
  /** Time of the first failure since the last success. Null: the last request succeeded. */
  failingSince: string | null;
}

export interface ConnectionHealth extends ModuleHealth {
  modules: Readonly<Record<string, ModuleHealth>>;
}

export type Health = ReturnType<typeof createHealthStore>;

const NOTHING: ModuleHealth = { succeededAt: null, failedAt: null, failingSince: null };
const UNKNOWN_HEALTH: ConnectionHealth = { ...NOTHING, modules: {} };
/** A connection's health is stored at most once in this interval while it does not change between success and failure. */
const WRITTEN_EVERY_MS = 60_000;

const healthKey = (id: string) => `health:${id}`;

/** Keeps the last success and failure of each connection in memory, and stores them for other processes. */
export function createHealthStore({ store, now }: { store: OcpiStore; now(): Date }) {
  const known = new Map<string, ConnectionHealth>();
  const unwritten = new Map<string, { isUpdate: boolean }>();
  const writtenAt = new Map<string, number>();

  const write = async (id: string) => {
    const merged = (await store.change(healthKey(id), stored =>
      mergeHealth((stored as ConnectionHealth | null) ?? UNKNOWN_HEALTH, known.get(id) ?? UNKNOWN_HEALTH),
    )) as ConnectionHealth;
    unwritten.delete(id);
    writtenAt.set(id, now().getTime());
    known.set(id, mergeHealth(merged, known.get(id) ?? UNKNOWN_HEALTH));
  };

  return {
    note(id: string, module: string, isWell: boolean): void {
      const before = known.get(id) ?? UNKNOWN_HEALTH;
      const at = now().toISOString();
      const modules = { ...before.modules, [module]: after(before.modules[module] ?? NOTHING, at, isWell) };
      known.set(id, { ...after(before, at, isWell), modules });
      const wasWell = (before.modules[module] ?? NOTHING).failingSince === null;
      const hasChanged = wasWell !== isWell || !(module in before.modules);
      unwritten.set(id, { isUpdate: hasChanged || (unwritten.get(id)?.isUpdate ?? false) });
    },
    of: (id: string): ConnectionHealth => known.get(id) ?? UNKNOWN_HEALTH,
    /** Loads the stored health of connections that this process does not know yet. */
    async recall(ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        if (known.has(id)) continue;
        const stored = (await store.get(healthKey(id))) as ConnectionHealth | null;
        if (stored && !known.has(id)) known.set(id, stored);
      }
    },
    /** Stores a change between success and failure immediately. Otherwise stores a connection's health at most once a minute. */
    async writeDown(): Promise<void> {
      for (const [id, { isUpdate }] of [...unwritten])
        if (isUpdate || now().getTime() - (writtenAt.get(id) ?? 0) >= WRITTEN_EVERY_MS) await write(id);
    },
  };
}

const after = ({ succeededAt, failedAt, failingSince }: ModuleHealth, at: string, isWell: boolean): ModuleHealth =>
  isWell ? { succeededAt: at, failedAt, failingSince: null } : { succeededAt, failedAt: at, failingSince: failingSince ?? at };

/** Merges the health that two processes have measured. Each process measures only its own requests. */
function mergeHealth(a: ConnectionHealth, b: ConnectionHealth): ConnectionHealth {
  const names = new Set([...Object.keys(a.modules), ...Object.keys(b.modules)]);
  const modules = [...names].map(name => [name, later(a.modules[name] ?? NOTHING, b.modules[name] ?? NOTHING)] as const);
  return { ...later(a, b), modules: Object.fromEntries(modules) };
}

function later(a: ModuleHealth, b: ModuleHealth): ModuleHealth {
  const latest = (times: readonly (string | null)[]) =>
    times
      .filter(time => time !== null)
      .toSorted()
      .at(-1) ?? null;
  const succeededAt = latest([a.succeededAt, b.succeededAt]);
  const since = [a.failingSince, b.failingSince].filter(time => time !== null && (succeededAt === null || time > succeededAt));
  return { succeededAt, failedAt: latest([a.failedAt, b.failedAt]), failingSince: since.toSorted()[0] ?? null };
}
