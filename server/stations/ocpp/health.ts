import type { Registry } from './chargePoints/registry.ts';
import type { Holds } from './connectionLeases.ts';

/** The state of all stations, for the operator. */
export interface StationCounts {
  /** Registered stations. */
  known: number;
  connected: number;
  /** Stations that have connected once and are disconnected for at least ten minutes. */
  silent: number;
  /** Stations that do not have all settings that charging needs. */
  badlySet: number;
  /** Seconds since the disconnection, for each disconnected station. */
  silentS: Readonly<Record<string, number>>;
}

interface HealthDependencies {
  registry: Registry;
  holds: Holds;
  now(): Date;
}

/** Stations reconnect within this time after a restart of the app or of the station. */
const SILENT_AFTER_S = 600;

/** Thrown if all stations are silent. */
class NoStationConnected extends Error {
  override name = 'NoStationConnected';
}

export function watchHealth({ registry, holds, now }: HealthDependencies) {
  const startedAt = now().toISOString();
  const count = async (): Promise<StationCounts> => {
    const all = await registry.list();
    const away = all.filter(({ id, lastMessageAt }) => lastMessageAt !== undefined && !holds.find(id));
    // The time before the start of this process does not count, because stations may have been unable to connect.
    const silentS = away.map(({ id, lastMessageAt = '' }) => {
      const since = Date.parse(lastMessageAt > startedAt ? lastMessageAt : startedAt);
      return [id, Math.max(0, Math.round((now().getTime() - since) / 1000))] as const;
    });
    return {
      known: all.length,
      connected: all.filter(({ id }) => holds.find(id)).length,
      silent: silentS.filter(([, seconds]) => seconds >= SILENT_AFTER_S).length,
      badlySet: all.filter(({ unset }) => unset.length > 0).length,
      silentS: Object.fromEntries(silentS),
    };
  };
  return {
    count,
    /** Returns the identities of the stations that are disconnected for at least ten minutes. */
    async silent(): Promise<readonly string[]> {
      const { silentS } = await count();
      return Object.keys(silentS).filter(id => (silentS[id] ?? 0) >= SILENT_AFTER_S);
    },
    /** @throws NoStationConnected if all stations that have ever connected are disconnected for at least ten minutes */
    async check(): Promise<void> {
      const { connected, silent, silentS } = await count();
      if (connected === 0 && silent > 0 && silent === Object.keys(silentS).length) throw new NoStationConnected();
    },
  };
}

export type StationsHealth = ReturnType<typeof watchHealth>;
