import { integerIn } from '../messages/values.ts';
import { CallFailed } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { INTERVAL_KEY, type Wanted } from './requiredSettings.ts';

/** A setting that was read from a station. */
export interface Present {
  value: string | null;
  isReadOnly: boolean;
}

/**
 * Reads and changes settings in the messages of one OCPP version. Each call rejects with CallFailed if the station does not
 * respond.
 */
export interface SettingCalls {
  /** Returns the setting's name in this OCPP version. */
  nameOf(wanted: Wanted): string;
  read(socket: StationSocket, wanted: readonly Wanted[]): Promise<readonly (Present | null)[]>;
  /**
   * Changes a setting.
   * @returns 'later' if the value takes effect at the next boot
   */
  change(socket: StationSocket, wanted: Wanted, value: string): Promise<'set' | 'later' | 'refused'>;
}

export interface SetResult {
  /** Settings that could not be applied, each with its consequence, for staff. */
  unset: readonly string[];
  /** Seconds between two meter readings, as read back from the station. Null: unknown. */
  meterIntervalS: number | null;
}

/** Normalizes a value for comparison: "a, B" and "B,a" are the same list. */
const normal = (value: string): string =>
  value
    .split(',')
    .map(part => part.trim().toLowerCase())
    .toSorted()
    .join(',');
const isSame = (one: string, other: string): boolean => normal(one) === normal(other);

/**
 * Applies the required settings. Each one that differs is changed once and read back. The app tries again only after the next
 * boot. It never restarts the station to apply settings, because some stations would then reboot again and again.
 * @throws CallFailed if the station does not respond, or refuses to list its settings
 */
export async function applySettings(
  socket: StationSocket,
  { calls, wanted }: { calls: SettingCalls; wanted: readonly Wanted[] },
): Promise<SetResult> {
  const before = await calls.read(socket, wanted);
  const changed: Wanted[] = [];
  const notes = new Map<Wanted, string>();
  for (const [at, want] of wanted.entries()) {
    const present = before[at] ?? null;
    if (present === null) notes.set(want, 'the station does not know it');
    else if (!want.values.some(value => isSame(value, present.value ?? ''))) {
      if (present.isReadOnly) notes.set(want, `it is ${present.value ?? 'empty'} and cannot be changed`);
      else {
        const note = await changeOne(socket, calls, want);
        if (note === null) changed.push(want);
        else notes.set(want, note);
      }
    }
  }
  const after = changed.length > 0 ? await calls.read(socket, changed) : [];
  for (const [at, want] of changed.entries()) {
    const value = after[at]?.value ?? '';
    if (!want.values.some(wish => isSame(wish, value))) notes.set(want, `it was accepted, and is ${value || 'empty'}`);
  }
  const interval = wanted.findIndex(({ key }) => key === INTERVAL_KEY);
  const readBack = changed.findIndex(({ key }) => key === INTERVAL_KEY);
  const intervalS = integerIn((readBack < 0 ? before[interval] : after[readBack])?.value);
  return {
    unset: [...notes].flatMap(([want, note]) => (want.means === null ? [] : [`${calls.nameOf(want)}: ${note} (${want.means})`])),
    meterIntervalS: intervalS !== null && intervalS > 0 ? intervalS : null,
  };
}

/**
 * Tries the values of one setting in order.
 * @returns null if one was set, otherwise the reason, which staff see
 */
async function changeOne(socket: StationSocket, calls: SettingCalls, want: Wanted): Promise<string | null> {
  for (const value of want.values) {
    try {
      const answer = await calls.change(socket, want, value);
      if (answer === 'set') return null;
      if (answer === 'later') return 'it counts from the next restart of the station';
    } catch (error) {
      if (!(error instanceof CallFailed && error.isRefused)) throw error;
    }
  }
  return 'the station refuses it';
}
