import { isDeepStrictEqual } from 'node:util';
import { readCdr } from '../messages/cdr.ts';
import { isSameId, type OcpiVersion } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';
import { cdrReferenceOf, isSameAccount } from './cdrs.ts';
import { isOfSecond, isOtherSession } from './otherSessions.ts';
import { type NamesStart, namedInRaw, namesIn, type OpenStart, type StartRecord } from './startRecords.ts';
import { reportOfSession, startKey } from './starts.ts';

type Page<T> = Pick<OcpiStore, 'getSome'> & { connectionId: string; reported: readonly T[] };

interface CdrPage extends Page<unknown> {
  version: OcpiVersion;
  /** Returns the open starts of a connection, to find the start of a CDR that contains only a session id. */
  open(connectionId: string): Promise<readonly OpenStart[]>;
}

/** Selects the CDRs of a page that belong to the app's starts and are new or changed. All rows are loaded in one read. */
export async function newCdrs({ getSome, connectionId, reported, version, open }: CdrPage) {
  const listed = reported.map(raw => {
    const reading = readCdr(raw, version);
    const names: NamesStart = 'value' in reading ? reading.value : namedInRaw(raw);
    return { raw, names, key: keyOf('cdr', connectionId, cdrReferenceOf(raw, reading)) };
  });
  const known = await getSome(listed.flatMap(({ key, names }) => [key, ...namesIn(names).map(startKey)]));
  const needsOpen = listed.some(({ names }) => namesIn(names).length === 0 && names.session_id !== undefined);
  const opened = needsOpen ? await open(connectionId) : [];
  const isOurs = (names: NamesStart): boolean => {
    const { session_id: sessionId = '' } = names;
    if (namesIn(names).length === 0) return opened.some(start => start.sessionId != null && isSameId(start.sessionId, sessionId));
    const start = startIn(known, names, connectionId);
    return start !== undefined && !isOfSecond(start, names);
  };
  const isNew = (key: string, raw: unknown) => !known.has(key) || !isSameAccount(known.get(key), raw);
  return listed.filter(({ raw, names, key }) => isOurs(names) && isNew(key, raw)).map(({ raw }) => raw);
}

const startIn = (rows: ReadonlyMap<string, unknown>, names: NamesStart, connectionId: string): StartRecord | undefined =>
  namesIn(names)
    .map(name => rows.get(startKey(name)) as StartRecord | undefined)
    .find(start => start?.connectionId === connectionId);

/**
 * Selects the sessions of a page that contain something new. Values are stored after they were reported, so a session whose
 * values are stored was already reported.
 */
export async function newSessions({ getSome, connectionId, reported, now }: Page<OcpiSession> & { now: Date }) {
  const known = await getSome(reported.flatMap(session => namesIn(session).map(startKey)));
  return reported.filter(session => {
    const start = startIn(known, session, connectionId);
    return !start || isOfSecond(start, session) || isOtherSession(start, session) || isUpdate(start, session, now);
  });
}

function isUpdate(start: StartRecord, session: OcpiSession, now: Date): boolean {
  if (start.cdr !== null) return false;
  const { session: bound, known, startedAt, endedAt } = start;
  return !isDeepStrictEqual(reportOfSession(start, session, now).stored, { session: bound, known, startedAt, endedAt });
}
