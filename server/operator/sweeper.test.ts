import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { openContext } from '../../test/support/openContext.ts';
import { until } from '../../test/support/until.ts';
import { createClock } from '../adapters/clock/clock.ts';
import { createWorkInProgress, type Handlers } from '../runtime/outbox.ts';
import { createWorkSignal } from '../runtime/wake.ts';
import { listAudit } from '../store/jobs/audit.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { work } from './sweeper.ts';

it('Work of the night that fails keeps no other work from being done, and is not repeated at every sweep', async () => {
  const { context, store, clock, reported } = await openContext();
  await createKeyValueStore(store.db, 'thinning').put('issued', { at: 'no instant' });
  const done: string[] = [];
  const readPayouts: Handlers['read-payouts'] = async (_context, { kind }) => {
    done.push(kind);
    return 'done';
  };
  const handlers = { 'read-payouts': readPayouts } as unknown as Handlers;
  const stop = new AbortController();
  const inProgress = createWorkInProgress();
  const workSignal = createWorkSignal();
  const working = work({ ...context, wake: workSignal.wake }, { handlers, signal: stop.signal, workSignal, inProgress });
  await until(
    async () => done,
    all => all.includes('read-payouts'),
  );
  for (let n = 0; n < 20; n++) {
    await clock.pass(MINUTE_MS / 2);
    await until(
      async () => inProgress.sweep,
      sweep => sweep === null,
    );
  }
  stop.abort();
  await working;
  const removed = await listAudit(store.db, { what: 'contact details removed', since: new Date(0) });
  expect(removed).toHaveLength(1);
  expect(reported.filter(event => event === 'scheduled check failed, retrying')).toHaveLength(1);
  await store.close();
});

it('Payments are looked at all the same once the clock of the machine has been put back', async () => {
  const { context, given, payments, close } = await openContext();
  const anchor = { realMs: Date.now(), shownMs: Date.parse('2026-11-20T10:00:00Z') };
  const clock = createClock({ speed: 200, anchor });
  const [stop, workSignal, inProgress] = [new AbortController(), createWorkSignal(), createWorkInProgress()];
  const options = { handlers: {} as Handlers, signal: stop.signal, workSignal, inProgress };
  const working = work({ ...context, clock, wake: workSignal.wake }, options);
  const expectCheckAt = async (ref: string) => {
    const now = clock.now();
    await given({ payment: { state: 'pending', ref, nextCheckAt: now, createdAt: now } });
    await until(
      async () => payments.calls,
      calls => calls.some(call => call.step === 'read' && call.ref === ref),
      5000,
    );
  };
  try {
    await expectCheckAt('before');
    anchor.shownMs -= 3 * HOUR_MS;
    await expectCheckAt('after');
  } finally {
    stop.abort();
    await working;
    await close();
  }
});

describe('While stations take long to say how they stand', () => {
  /**
   * Starts the background work of an app whose stations respond only after the gate was opened. Counts how often stations are
   * read.
   */
  async function begin(sessions: number) {
    const opened = await openContext();
    const { context, given, clock } = opened;
    const at = clock.now();
    for (let n = 0; n < sessions; n++)
      await given({
        order: { state: 'held' },
        session: { state: 'running', startedAt: at, nextCheckAt: at },
        payment: { state: 'authorised' },
      });
    const gate = Promise.withResolvers<null>();
    let reads = 0;
    const stations: typeof context.stations = {
      ...context.stations,
      read() {
        reads++;
        return gate.promise;
      },
    };
    const [stop, workSignal] = [new AbortController(), createWorkSignal()];
    const options = { handlers: {} as Handlers, signal: stop.signal, workSignal, inProgress: createWorkInProgress() };
    const working = work({ ...context, stations, wake: workSignal.wake }, options);
    const end = async () => {
      stop.abort();
      gate.resolve(null);
      await working;
    };
    return { ...opened, requested: () => reads, end };
  }

  it('payments are looked at all the same', async () => {
    const { given, clock, payments, requested, end, close } = await begin(1);
    await until(async () => requested(), Boolean);
    await given({ payment: { state: 'pending', nextCheckAt: clock.now() } });
    await clock.pass(MINUTE_MS);
    await until(
      async () => payments.calls,
      calls => calls.some(({ step }) => step === 'read'),
    );
    await end();
    await close();
  });

  it('an app that is to end asks no more of them', async () => {
    const { requested, end, close } = await begin(150);
    await until(async () => requested(), Boolean);
    await end();
    expect(requested()).toBe(100);
    await close();
  });
});
