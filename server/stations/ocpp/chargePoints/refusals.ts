import type { PasswordForm, Refusal, RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/model/time.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { keyOf } from './storage.ts';

/** Counts are written at most this often, however many handshakes are refused. */
const WRITE_EVERY_MS = 5000;
/** Identities of strangers whose refusals are counted until the next write; more are not counted. */
const MAX_STRANGERS = 50;

/** A refused handshake. */
export interface RefusedHandshake extends Refusal {
  /** Its identity; of a path that is not understood, the path. */
  identity: string;
  /** Whether a station of this identity may connect. False: it may not, or that was not looked up. */
  isKnown: boolean;
}

/** By identity. */
export type RefusalCounts = ReadonlyMap<string, RefusedHandshakes>;

interface RefusalsDependencies {
  now(): Date;
  write(counts: RefusalCounts): Promise<unknown>;
  writeEveryMs?: number;
}

/** Refused handshakes of a station that may connect. */
export interface RefusalSeries extends RefusedHandshakes {
  /** ISO: the hour begins in which `inHour` are counted. */
  hourFrom: string;
  inHour: number;
}

/** Strangers that are listed; guessed names fill no database. */
const MAX_UNKNOWN = 200;
const UNKNOWN_MS = 30 * DAY_MS;
/** A station that is refused more often within an hour is reported. */
const MAX_REFUSED_PER_HOUR = 10;

/** Adds refusals of one identity to those before. The latest one says why. */
const addRefusals = (known: RefusedHandshakes | null | undefined, added: RefusedHandshakes): RefusedHandshakes =>
  known ? { ...added, firstAt: known.firstAt, count: known.count + added.count } : added;

const FORMS: Readonly<Record<PasswordForm['form'], string>> = {
  hex: 'hex digits',
  bytes: 'bytes',
  other: 'bytes of another form',
};

/** 'wrong password (16 bytes of another form), from 192.0.2.1, offering ocpp1.6' */
export function refusalInWords({ reason, password, network, protocols }: Refusal): string {
  const form = password ? ` (${password.bytes} ${FORMS[password.form]})` : '';
  return `${reason}${form}, from ${network}, offering ${protocols.join(' ') || 'no version'}`;
}

function addToSeries(known: RefusalSeries | null | undefined, added: RefusedHandshakes): RefusalSeries {
  const isSameHour = known && Date.parse(added.lastAt) - Date.parse(known.hourFrom) < HOUR_MS;
  const [hourFrom, inHour] = isSameHour ? [known.hourFrom, known.inHour] : [added.firstAt, 0];
  return { ...addRefusals(known, added), hourFrom, inHour: inHour + added.count };
}

/** Stores what was counted. Answers the stations that may connect and are refused too often. */
export async function noteRefusals(
  rows: KeyValueStore,
  { counts, now }: { counts: RefusalCounts; now: Date },
): Promise<readonly { station: string; refused: RefusalSeries }[]> {
  const repeated: { station: string; refused: RefusalSeries }[] = [];
  let unknown = (await rows.listKeys('unknown:')).length;
  for (const [id, added] of counts) {
    const station = (await rows.get(keyOf('station', id))) as { refused?: RefusalSeries | null } | null;
    if (station) {
      const refused = addToSeries(station.refused, added);
      await rows.put(keyOf('station', id), { ...station, refused });
      if (refused.inHour > MAX_REFUSED_PER_HOUR) repeated.push({ station: id, refused });
      continue;
    }
    const key = keyOf('unknown', id);
    const known = (await rows.get(key)) as RefusedHandshakes | null;
    const json = { id, ...addRefusals(known, added) };
    if (known) await rows.put(key, json);
    else if (unknown++ < MAX_UNKNOWN) await putForAWhile(rows, { key, json, keptMs: UNKNOWN_MS, now });
  }
  return repeated;
}

/** Counts refused handshakes in memory, and writes the counts of all identities together. */
export function countRefusals({ now, write, writeEveryMs = WRITE_EVERY_MS }: RefusalsDependencies) {
  let counts = new Map<string, RefusedHandshakes>();
  let strangers = 0;
  const writeAll = (): void => {
    const written = counts;
    counts = new Map();
    strangers = 0;
    // A database that is away loses a count, and nothing else.
    void write(written).catch(() => undefined);
  };
  return {
    add({ identity, isKnown, ...refusal }: RefusedHandshake): void {
      const known = counts.get(identity);
      if (!known && !isKnown && ++strangers > MAX_STRANGERS) return;
      if (counts.size === 0) setTimeout(writeAll, writeEveryMs).unref();
      const at = now().toISOString();
      counts.set(identity, addRefusals(known, { ...refusal, count: 1, firstAt: at, lastAt: at }));
    },
    /** The station has connected: refusals before that are over. */
    forget: (identity: string): void => void counts.delete(identity),
  };
}

export type Refusals = ReturnType<typeof countRefusals>;
