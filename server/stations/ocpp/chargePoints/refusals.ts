import type { HandshakeRefusal, PasswordForm, RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/model/time.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { keyOf } from './storage.ts';

/** Counts are written at most every 5 s, however many handshakes are refused. */
const WRITE_EVERY_MS = 5000;
/** Maximum number of unknown identities that are counted between two writes. Further identities are ignored. */
const MAX_STRANGERS = 50;

export interface RefusedHandshake extends HandshakeRefusal {
  /** The identity that the station sent. If none is readable, the path of the request. */
  identity: string;
  /** False: no station with this identity is registered, or the registry could not be read. */
  isKnown: boolean;
}

/** Maps an identity to its refused handshakes. */
export type RefusalCounts = ReadonlyMap<string, RefusedHandshakes>;

interface RefusalsDependencies {
  now(): Date;
  /** `named`: the identities of registered stations among the counts. */
  write(counts: RefusalCounts, named: ReadonlySet<string>): Promise<unknown>;
  writeEveryMs?: number;
}

/** The refused handshakes of a registered station since its last connection. */
export interface RefusalSeries extends RefusedHandshakes {
  /** ISO time at which the hour of `inHour` began. `inHour` is the number of refusals in that hour. */
  hourFrom: string;
  inHour: number;
}

/** Maximum number of stored unknown identities, so that a stranger who guesses names cannot fill the database. */
const MAX_UNKNOWN = 200;
const UNKNOWN_MS = 30 * DAY_MS;
/** If a station is refused more often within an hour, staff are alerted. */
const MAX_REFUSED_PER_HOUR = 10;

/**
 * Adds new refusals of an identity to its earlier ones. Sums the counts, keeps the first time, and takes all other details from
 * the latest refusal.
 */
const addRefusals = (known: RefusedHandshakes | null | undefined, added: RefusedHandshakes): RefusedHandshakes =>
  known ? { ...added, firstAt: known.firstAt, count: known.count + added.count } : added;

const FORMS: Readonly<Record<PasswordForm['form'], string>> = {
  hex: 'hex digits',
  bytes: 'bytes',
  other: 'bytes of another form',
};

/** Describes a refusal, for example 'wrong password (16 bytes of another form), from 192.0.2.1, offering ocpp1.6'. */
export function refusalInWords({ reason, password, network, protocols }: HandshakeRefusal): string {
  const form = password ? ` (${password.bytes} ${FORMS[password.form]})` : '';
  return `${reason}${form}, from ${network}, offering ${protocols.join(' ') || 'no version'}`;
}

function addToSeries(known: RefusalSeries | null | undefined, added: RefusedHandshakes): RefusalSeries {
  const isSameHour = known && Date.parse(added.lastAt) - Date.parse(known.hourFrom) < HOUR_MS;
  const [hourFrom, inHour] = isSameHour ? [known.hourFrom, known.inHour] : [added.firstAt, 0];
  return { ...addRefusals(known, added), hourFrom, inHour: inHour + added.count };
}

/**
 * Stores counted refusals.
 * @returns the registered stations that are refused too often
 */
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
    else if (unknown++ < MAX_UNKNOWN) await putForAWhile(rows, { key, json, ttlMs: UNKNOWN_MS, now });
  }
  return repeated;
}

/** Counts refused handshakes in memory, and writes the counts of all identities together. */
export function countRefusals({ now, write, writeEveryMs = WRITE_EVERY_MS }: RefusalsDependencies) {
  let counts = new Map<string, RefusedHandshakes>();
  let named = new Set<string>();
  let strangers = 0;
  const writeAll = (): void => {
    const [written, known] = [counts, named];
    [counts, named] = [new Map(), new Set()];
    strangers = 0;
    // If the database is unavailable, only these counts are lost.
    void write(written, known).catch(() => undefined);
  };
  return {
    add({ identity, isKnown, ...refusal }: RefusedHandshake): void {
      const known = counts.get(identity);
      if (!known && !isKnown && ++strangers > MAX_STRANGERS) return;
      if (counts.size === 0) setTimeout(writeAll, writeEveryMs).unref();
      if (isKnown) named.add(identity);
      const at = now().toISOString();
      counts.set(identity, addRefusals(known, { ...refusal, count: 1, firstAt: at, lastAt: at }));
    },
    /** Called when a station has connected. Drops its refusals that are not stored yet. */
    forget: (identity: string): void => void counts.delete(identity),
  };
}

export type Refusals = ReturnType<typeof countRefusals>;
