import { expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.ts';
import { DatabaseUnavailable } from '../../operator/store/engine/unavailable.ts';
import { createClock } from '../clock/clock.ts';
import type { MeterGaps } from './kept/meterGaps.ts';
import { someStart } from './kept/start.fixture.ts';
import type { Starts } from './kept/starts.ts';
import type { Peers } from './peers.ts';
import { createPolls } from './polls.ts';
import type { Pulls } from './pulls.ts';
import type { RegistrationDependencies } from './registration/registration.ts';
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
  const asked: string[] = [];
  const since = async (id: string) => asked.push(id) > 0;
  const pulls = { since } as unknown as Pulls;
  const polls = createPolls({ clock, note: nothing, starts: { load } as unknown as Starts, pulls });
  const over = new AbortController();
  const ask = {
    peers: { refresh: async () => [], probe: nothing } as unknown as Peers,
    meterGaps: { recall: nothing } as unknown as MeterGaps,
    registration: { clock } as RegistrationDependencies & { clock: typeof clock },
    ...{ pulls, polls, note: nothing, countPoints: nothing, writeDown: nothing, removeOld: nothing },
  };
  const working = workOn(ask, over.signal);
  const sentAt = clock.now().getTime();
  polls.lookSoon(start, 'stop');
  await until(
    async () => clock.now().getTime() - sentAt,
    passedMs => passedMs > 20_000,
  );
  expect(loads).toBeGreaterThan(0);
  expect(loads).toBeLessThan(8);
  isAway = false;
  await until(
    async () => asked,
    ids => ids.length > 0,
    2000,
  );
  over.abort();
  await working;
});
