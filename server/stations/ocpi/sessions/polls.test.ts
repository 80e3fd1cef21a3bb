import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createManualClock, type ManualClock } from '../../../../test/support/clock.ts';
import { createPolls, type Polls } from './polls.ts';
import type { Pulls } from './pulls.ts';
import type { StartRecord } from './startRecords.ts';
import type { Starts } from './starts.ts';

const startOf = (authorizationReference: string, more: Partial<StartRecord> = {}): StartRecord =>
  ({ authorizationReference, connectionId: 'town', requestedAt: '2026-11-20T09:00:00.000Z', cdr: null, ...more }) as StartRecord;

let clock: ManualClock;
let polls: Polls;
let requests: { id: string; since: string; answer(isWhole: boolean): void }[];
let known: Map<string, StartRecord>;
beforeEach(() => {
  [clock, requests, known] = [createManualClock(), [], new Map()];
  polls = createPolls({
    clock,
    note: () => undefined,
    starts: { load: async (reference: string) => known.get(reference) ?? null } as unknown as Starts,
    pulls: {
      since: (id: string, since: Date) =>
        new Promise(answer => {
          requests.push({ id, since: since.toISOString(), answer });
        }),
    } as unknown as Pulls,
  });
});
afterEach(() => void jest.useRealTimers());
const answered = async () => {
  for (let round = 0; round < 5; round++) await Promise.resolve();
};

describe('A question for sessions', () => {
  it('that a peer does not answer keeps nobody waiting for longer than a call to a station may take', async () => {
    jest.useFakeTimers();
    const waiting = [polls.poll(startOf('A1')), polls.poll(startOf('A2'))];
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(waiting)).toEqual([false, false]);
  });

  it('is shared by all who ask while another is under way, and goes back to the oldest of their starts', async () => {
    const first = polls.poll(startOf('A1'));
    await answered();
    const others = [
      polls.poll(startOf('A2', { requestedAt: '2026-11-20T08:00:00.000Z' })),
      polls.poll(startOf('A3', { requestedAt: '2026-11-20T07:00:00.000Z' })),
    ];
    await answered();
    expect(requests).toHaveLength(1);
    requests[0]?.answer(false);
    expect(await first).toBe(false);
    await answered();
    expect(requests.map(({ since }) => since)).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-20T07:00:00.000Z']);
    requests[1]?.answer(true);
    expect(await Promise.all(others)).toEqual([true, true]);
  });
});

describe('After a command', () => {
  /** Returns the times of the requests, in seconds after the command. */
  async function requestTimes(seconds: number): Promise<readonly number[]> {
    const times: number[] = [];
    for (let second = 1; second <= seconds; second++) {
      await clock.pass(1000);
      const before = requests.length;
      await polls.check();
      await answered();
      if (requests.length > before) times.push(second);
      for (const question of requests) question.answer(true);
      await answered();
    }
    return times;
  }

  it('a peer is asked for all its sessions together a few times, as long as somebody waits', async () => {
    for (const reference of ['A1', 'A2', 'A3']) {
      known.set(reference, startOf(reference, { state: 'sent', known: null }));
      polls.checkSoon(startOf(reference), 'start');
    }
    expect(await requestTimes(60)).toEqual([3, 6, 12, 25]);
    expect(requests).toHaveLength(4);
    expect(polls.nextCheckAt()).toBeNull();
  });

  it('nobody is asked for what is known already', async () => {
    const active = { state: 'charging', wasActive: true, lastReading: null } as const;
    known.set('A1', startOf('A1', { state: 'sent', known: active }));
    polls.checkSoon(startOf('A1'), 'start');
    expect(await requestTimes(30)).toEqual([]);
    polls.checkSoon(startOf('A1'), 'stop');
    expect(await requestTimes(7)).toEqual([3, 6]);
    known.set('A1', startOf('A1', { state: 'sent', known: { ...active, state: 'ended' } }));
    expect(await requestTimes(30)).toEqual([]);
  });

  it('a stop that is sent while its start is looked for is looked for as well', async () => {
    const active = { state: 'charging', wasActive: true, lastReading: null } as const;
    known.set('A1', startOf('A1', { state: 'sent', known: active }));
    polls.checkSoon(startOf('A1'), 'start');
    await clock.pass(3000);
    const looking = polls.check();
    polls.checkSoon(startOf('A1'), 'stop');
    await looking;
    expect(await requestTimes(7)).toEqual([3, 6]);
  });
});
