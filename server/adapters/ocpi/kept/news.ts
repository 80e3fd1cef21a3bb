import { isDeepStrictEqual } from 'node:util';
import { readCdr } from '../messages/cdr.ts';
import type { OcpiVersion } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import { isSameAccount, keptAs } from './cdrs.ts';
import { isOfSecond, isOtherSession } from './otherSessions.ts';
import { type KeptStart, namesIn } from './startRecords.ts';
import { startKey, toldOf } from './starts.ts';
import { keyOf, type OcpiStore } from './store.ts';

type Page<T> = Pick<OcpiStore, 'getSome'> & { connectionId: string; told: readonly T[] };

/** Of a page of a list, CDRs that are not kept as they are told there: with one look into the store, not one for each. */
export async function newCdrs({ getSome, connectionId, told, version }: Page<unknown> & { version: OcpiVersion }) {
  const named = told.map(raw => ({ raw, key: keyOf('cdr', connectionId, keptAs(raw, readCdr(raw, version))) }));
  const known = await getSome(named.map(({ key }) => key));
  return named.filter(({ raw, key }) => !known.has(key) || !isSameAccount(known.get(key), raw)).map(({ raw }) => raw);
}

/**
 * Of a page of a list, sessions that say something that is not known. What is known was reported before it was kept, so nothing
 * is owed to anybody for the others.
 */
export async function newSessions({ getSome, connectionId, told, now }: Page<OcpiSession> & { now: Date }) {
  const known = (await getSome(told.flatMap(session => namesIn(session).map(startKey)))) as ReadonlyMap<string, KeptStart>;
  return told.filter(session => {
    const start = namesIn(session)
      .map(name => known.get(startKey(name)))
      .find(each => each?.connectionId === connectionId);
    return !start || isOfSecond(start, session) || isOtherSession(start, session) || isNews(start, session, now);
  });
}

function isNews(start: KeptStart, session: OcpiSession, now: Date): boolean {
  if (start.cdr !== null) return false;
  const { session: bound, known, startedAt, endedAt } = start;
  return !isDeepStrictEqual(toldOf(start, session, now).kept, { session: bound, known, startedAt, endedAt });
}
