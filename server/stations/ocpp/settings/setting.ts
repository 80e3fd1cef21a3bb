import { integerIn } from '../messages/values.ts';
import { CallFailed } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { INTERVAL_KEY, type Wanted } from './requiredSettings.ts';

/** One setting as a station has it; null: it does not know it. */
export interface Present {
  value: string | null;
  isReadOnly: boolean;
}

/** How a version of OCPP reads and changes settings. Each rejects with CallFailed where the station does not answer. */
export interface SettingCalls {
  /** What the version calls it. */
  nameOf(wanted: Wanted): string;
  read(socket: StationSocket, wanted: readonly Wanted[]): Promise<readonly (Present | null)[]>;
  /** 'later': from its next boot on. */
  change(socket: StationSocket, wanted: Wanted, value: string): Promise<'set' | 'later' | 'refused'>;
}

export interface SetResult {
  /** What could not be set, and what that means, for a person. */
  unset: readonly string[];
  /** Seconds between two values of the meter, as it was read back; null: not known. */
  meterIntervalS: number | null;
}

/** "a, B" and "B,a" are the same list; numbers and switches are compared without case. */
const normal = (value: string): string =>
  value
    .split(',')
    .map(part => part.trim().toLowerCase())
    .toSorted()
    .join(',');
const isSame = (one: string, other: string): boolean => normal(one) === normal(other);

/**
 * Sets a station as it is wanted: only what differs, once, and reads it back. It is never set again before its next boot, and
 * never restarted by us: stations have rebooted in circles. @throws CallFailed when the connection is lost meanwhile
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

/** Null: it is set. Else why not. */
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
