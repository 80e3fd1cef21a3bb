import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCdr } from '../messages/cdr.ts';
import { readMessage } from '../messages/message.ts';
import { type OcpiSession, SESSION } from '../messages/session.ts';
import { keyOf } from '../storage/store.ts';
import { cdrReferenceOf } from './cdrs.ts';
import { someStart } from './start.fixture.ts';
import type { StartRecord } from './startRecords.ts';
import { reportOfSession, startKey } from './starts.ts';
import { newCdrs, newSessions } from './updates.ts';

const folder = join(import.meta.dirname, '../../../../test/data/ocpi-examples/2.2.1');
const example = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;

const NOW = new Date('2026-11-20T20:00:00Z');
const START = someStart('A1');

function session(changes: object = {}): OcpiSession {
  const message = {
    ...example('session_example_1_simple_start.json'),
    authorization_reference: 'A1',
    status: 'ACTIVE',
    ...changes,
  };
  const reading = readMessage({ schema: SESSION, message, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
}

/** Creates a store that records how many keys each read requests. The app must read the rows of a page at once. */
function countingStore(rows: Readonly<Record<string, unknown>>) {
  const reads: number[] = [];
  const getSome = async (keys: readonly string[]) => {
    reads.push(keys.length);
    return new Map(Object.entries(rows).filter(([key]) => keys.includes(key)));
  };
  return { getSome, reads };
}

describe('Of a list of sessions', () => {
  const ids = async (start: StartRecord, reported: readonly OcpiSession[], connectionId = 'c1') =>
    (await newSessions({ ...countingStore({ [startKey('A1')]: start }), connectionId, reported, now: NOW })).length;
  const known = { ...START, ...reportOfSession(START, session(), NOW).stored };

  it('one that is told as it is known says nothing new', async () => {
    expect(await ids(START, [session()])).toBe(1);
    expect(await ids(known, [session()])).toBe(0);
    expect(await ids(known, [session({ authorization_reference: 'a1' })])).toBe(0);
  });

  it.each([
    ['more energy', { kwh: 3.5, last_updated: '2020-03-09T11:00:00Z' }],
    ['an end', { status: 'COMPLETED', end_date_time: '2020-03-09T12:00:00Z', last_updated: '2020-03-09T12:00:01Z' }],
    ['another session', { id: 'another' }],
    ['a start of nobody here', { authorization_reference: 'unknown' }],
  ])('%s is news', async (_, changes) => {
    expect(await ids(known, [session(changes)])).toBe(1);
  });

  it('nothing is new of one that has its CDR, and everything of another connection’s', async () => {
    expect(await ids({ ...known, cdr: 'x' }, [session({ kwh: 99, last_updated: '2020-03-09T12:00:00Z' })])).toBe(0);
    expect(await ids(known, [session()], 'c2')).toBe(1);
  });

  it('a page is one look into the store', async () => {
    const { getSome, reads } = countingStore({});
    await newSessions({ getSome, connectionId: 'c1', reported: Array.from({ length: 40 }, () => session()), now: NOW });
    expect(reads).toHaveLength(1);
  });
});

describe('Of a list of CDRs', () => {
  const ours = { authorization_reference: 'A1' };
  const raw: Record<string, unknown> = { ...example('cdr_example.json'), ...ours };
  const broken = { ...ours, id: 'broken' };
  const rowOf = (message: unknown) => ({ [keyOf('cdr', 'c1', cdrReferenceOf(message, readCdr(message, '2.2.1')))]: message });
  const fresh = async (reported: readonly unknown[]) => {
    const { getSome, reads } = countingStore({ [startKey('A1')]: START, ...rowOf(raw), ...rowOf(broken) });
    const found = await newCdrs({ getSome, connectionId: 'c1', reported, version: '2.2.1', open: async () => [] });
    expect(reads).toHaveLength(1);
    return found;
  };

  it('those that are kept as they are told, perhaps written anew, are left out', async () => {
    expect(await fresh([raw, { ...raw, last_updated: '2026-01-01T00:00:00Z', remark: null }, broken])).toEqual([]);
  });

  it('another one, another amount under a known id and another broken one are news', async () => {
    const messages = [
      { ...raw, id: 'another' },
      { ...raw, total_energy: 99 },
      { ...ours, id: 'broken too' },
    ];
    expect(await fresh(messages)).toEqual(messages);
  });

  it('those of no start of ours, of another session of it and of another connection are left out', async () => {
    const second = { ...START, others: ['SECOND'] };
    const { getSome } = countingStore({ [startKey('A1')]: second, [startKey('B1')]: { ...START, connectionId: 'c2' } });
    const found = (listed: readonly unknown[]) =>
      newCdrs({ getSome, connectionId: 'c1', reported: listed, version: '2.2.1', open: async () => [] });
    const strange = { ...raw, authorization_reference: 'unknown' };
    const listed = [strange, { ...raw, authorization_reference: 'B1' }, { ...raw, session_id: 'SECOND' }, { id: 'nameless' }];
    expect(await found(listed)).toEqual([]);
    expect(await found([...listed, raw])).toEqual([raw]);
  });

  it('one that names its session alone is found among the starts that are not over, which are listed once', async () => {
    let lists = 0;
    const open = async () => {
      lists++;
      return [
        { authorizationReference: 'A1', connectionId: 'c1', requestedAt: '', hasEnded: true, isGivenUp: false, sessionId: 'S1' },
      ];
    };
    const { cdr_token: _, authorization_reference: __, ...nameless } = raw;
    const listed = ['S1', 's1', 'S2', 'S3'].map((session_id, n) => ({ ...nameless, id: `N${n}`, session_id }));
    const found = await newCdrs({ ...countingStore({}), connectionId: 'c1', reported: listed, version: '2.2.1', open });
    expect(found).toEqual(listed.slice(0, 2));
    expect(lists).toBe(1);
  });
});
