import { expect, it } from '@jest/globals';
import { createManualClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/until.ts';
import { createClock } from '../../adapters/clock/clock.ts';
import { ocpiRows } from '../../compose/sources.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { DatabaseUnavailable } from '../../store/engine/unavailable.ts';
import { createStore } from '../../store/store.ts';
import type { Peers } from './connections/peers.ts';
import type { RegistrationDependencies } from './connections/registration.ts';
import type { MeterGaps } from './sessions/meterGaps.ts';
import { createPolls } from './sessions/polls.ts';
import type { Pulls } from './sessions/pulls.ts';
import { someStart } from './sessions/start.fixture.ts';
import type { Starts } from './sessions/starts.ts';
import { createLastPullStore } from './storage/lastPulls.ts';
import { workOn } from './work.ts';

const nothing = async () => undefined;

it('What became of a command is looked for every few seconds while the database is away, and as soon as it is back', async () => {
  const clock = createClock({ speed: 100, anchor: { realMs: Date.now(), shownMs: Date.parse('2026-11-20T10:00:00Z') } });
  const start = someStart('A1');
  let isAway = true;
  let loads = 0;
  const load = async () => {
    loads++;
    if (isAway) throw new DatabaseUnavailable('No connection to the database');
    return start;
  };
  const requests: string[] = [];
  const since = async (id: string) => requests.push(id) > 0;
  const pulls = { since } as unknown as Pulls;
  const polls = createPolls({ clock, note: nothing, starts: { load } as unknown as Starts, pulls });
  const over = new AbortController();
  const dependencies = {
    peers: { refresh: async () => [], probe: nothing } as unknown as Peers,
    meterGaps: { recall: nothing } as unknown as MeterGaps,
    registration: { clock } as RegistrationDependencies & { clock: typeof clock },
    claims: { check: nothing },
    lastPulls: createLastPullStore({ change: nothing }),
    ...{ pulls, polls, note: nothing, noteSize: nothing, writeDown: nothing, removeOld: nothing },
  };
  const working = workOn(dependencies, over.signal);
  const sentAt = clock.now().getTime();
  polls.checkSoon(start, 'stop');
  const passedMs = await until(
    async () => clock.now().getTime() - sentAt,
    ms => ms > 20_000 && loads > 0,
  );
  expect(loads).toBeLessThan((8 * passedMs) / 20_000);
  isAway = false;
  await until(
    async () => requests,
    ids => ids.length > 0,
  );
  over.abort();
  await working;
});

it('A peer is asked as often by three processes as by one, and by each at its start', async () => {
  const clock = createManualClock();
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const requests: { process: number; what: 'sessions' | 'late CDRs'; atS: number }[] = [];
  const beganAt = clock.now().getTime();
  const over = new AbortController();
  const begin = (process: number) => {
    const note = (what: (typeof requests)[number]['what']) => async () =>
      void requests.push({ process, what, atS: (clock.now().getTime() - beganAt) / 1000 });
    const polls = { check: nothing, nextCheckAt: () => null, awaited: () => new Promise<void>(() => undefined), idle: nothing };
    return workOn(
      {
        peers: { refresh: async () => [{ id: 'town' }], probe: nothing, failingMs: () => 0 } as unknown as Peers,
        pulls: { sessions: note('sessions'), delayedCdrs: note('late CDRs') } as unknown as Pulls,
        meterGaps: { recall: nothing } as unknown as MeterGaps,
        registration: {
          clock,
          connections: { get: async () => null, put: async () => true },
        } as unknown as RegistrationDependencies & { clock: typeof clock },
        claims: { check: nothing },
        lastPulls: createLastPullStore(ocpiRows(store, clock)),
        ...{ polls, note: () => undefined, noteSize: nothing, writeDown: nothing, removeOld: nothing },
      },
      over.signal,
    );
  };
  const working: Promise<void>[] = [];
  for (const process of [1, 2, 3]) {
    working.push(begin(process));
    await clock.pass(2000);
  }
  const timesOf = (what: string) => requests.filter(each => each.what === what).map(({ atS }) => atS);
  expect(timesOf('sessions')).toHaveLength(3);
  expect(timesOf('late CDRs')).toHaveLength(3);
  await clock.pass(2 * 3_600_000);
  over.abort();
  await Promise.all(working);
  await store.close();
  expect(timesOf('sessions').length).toBeGreaterThanOrEqual(3 + 105);
  expect(timesOf('sessions').length).toBeLessThanOrEqual(3 + 121);
  expect(timesOf('late CDRs')).toHaveLength(3 + 2);
});
