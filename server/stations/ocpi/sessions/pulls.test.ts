import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../test/support/clock.ts';
import type { Clock } from '../../../core/ports/ports.ts';
import type { Peers } from '../connections/peers.ts';
import type { PeerClient } from '../transport/client.ts';
import { createPulls } from './pulls.ts';
import { someStart } from './start.fixture.ts';
import type { Starts } from './starts.ts';

const folder = join(import.meta.dirname, '../../../../test/data/ocpi-examples/2.2.1');
const example = (name: string): object => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const LISTS: Readonly<Record<string, object>> = {
  sessions: example('session_example_1_simple_start'),
  cdrs: example('cdr_example'),
};

const isStart = (key: string) => key.startsWith('start:');

/** Creates `Pulls` for a CPO platform whose responses come from `call`. */
const pullsOf = (call: unknown, { clock, starts }: { clock: Clock; starts: object }) =>
  createPulls({
    client: { call } as PeerClient,
    clock,
    // Each object in the list belongs to a start whose session is not known yet.
    store: { getSome: async keys => new Map(keys.filter(isStart).map(key => [key, someStart('A1')])) },
    note: () => undefined,
    peers: {
      endpoint: async (_: string, module: string) => ({ module, url: `https://cpo.example/${module}`, version: '2.2.1' }),
      isReachable: () => true,
    } as unknown as Peers,
    starts: starts as Starts,
  });

it('A session or CDR that cannot be kept does not keep those behind it from coming', async () => {
  const clock = createManualClock('2026-11-20T10:00:00.000Z');
  const received: string[] = [];
  const receiveUnlessBad = (id: string): void => {
    if (id === 'BAD') throw new RangeError('no such byte');
    received.push(id);
  };
  const call = async ({ url, module }: { url: string; module: string }) => {
    const data = ['BAD', 'GOOD'].map(id => ({ ...LISTS[module], id }));
    return { outcome: 'success', data, headers: new Headers({ 'X-Total-Count': '2' }), url };
  };
  const pulls = pullsOf(call, {
    clock,
    starts: {
      open: async () => [{ authorizationReference: 'A1', connectionId: 'c1', requestedAt: '2026-11-20T09:00:00Z' }],
      receiveSession: async (_: string, { id }: { id: string }) => receiveUnlessBad(id),
      addCdr: async ({ raw }: { raw: { id: string } }) => receiveUnlessBad(raw.id),
    },
  });
  // The result is false, because one session could not be stored. Otherwise its start would be taken for one without a session.
  expect(await pulls.since('c1', new Date('2026-11-20T09:00:00Z'))).toBe(false);
  expect(received).toEqual(['GOOD', 'GOOD']);
});

describe('CDRs that are awaited for days', () => {
  const DAY_S = 24 * 3600;
  /** Simulates hourly polls. Returns for each hour how many days before that time the requested period began. */
  async function cdrPullDays(hours: number, requestedAt: readonly string[], isDown = (_hour: number) => false) {
    const clock = createManualClock('2026-11-20T10:00:00.000Z');
    const since: number[] = [];
    let hour = 0;
    const call = async ({ url }: { url: string }) => {
      const from = Date.parse(new URL(url).searchParams.get('date_from') ?? '');
      since.push(Math.floor((clock.now().getTime() - from) / 1000 / DAY_S));
      return isDown(hour) ? { outcome: 'refused', headers: {} } : { outcome: 'success', data: [], headers: {}, url };
    };
    const pulls = pullsOf(call, {
      clock,
      starts: {
        open: async () => requestedAt.map(at => ({ authorizationReference: 'A1', connectionId: 'c1', requestedAt: at })),
      },
    });
    for (; hour < hours; hour++) {
      await pulls.delayedCdrs('c1', new AbortController().signal);
      await clock.passAsleep(3_600_000);
    }
    return since;
  }

  it('are asked for since the oldest once a day, and those of two days every hour', async () => {
    const since = await cdrPullDays(49, ['2026-11-20T09:00:00Z', '2026-10-01T10:00:00Z']);
    expect(since.filter(days => days > 2)).toEqual([50, 51, 52]);
    expect(since.filter(days => days === 2)).toHaveLength(46);
  });

  it('are asked for no longer back than there are any', async () => {
    expect(await cdrPullDays(3, ['2026-11-17T10:00:00Z'])).toEqual([3, 2, 2]);
    expect(await cdrPullDays(3, [])).toEqual([2, 2, 2]);
  });

  it('are asked for again in an hour where the peer did not answer', async () => {
    expect(await cdrPullDays(4, ['2026-10-01T10:00:00Z'], hour => hour < 2)).toEqual([50, 50, 50, 2]);
  });
});
