import { expect, it } from '@jest/globals';
import { openContext } from '../../test/support/openContext.ts';
import { until } from '../../test/support/until.ts';
import { work } from '../operator/sweeper.ts';
import { enqueue } from '../store/jobs/outboxRows.ts';
import { createWorkInProgress, type Handlers, transactAndBegin } from './outbox.ts';
import { createWorkSignal } from './wake.ts';

it('A worker that is to stop waits for the job of a transaction that is under way', async () => {
  const { context, store, clock } = await openContext();
  const done: string[] = [];
  const capture = async () => {
    await new Promise(resolve => setTimeout(resolve, 20));
    done.push('captured');
    return 'done' as const;
  };
  const handlers = { capture } as unknown as Handlers;
  const inProgress = createWorkInProgress();
  const workSignal = createWorkSignal();
  const stop = new AbortController();
  const working = work(context, { handlers, signal: stop.signal, workSignal, inProgress }).then(() => void done.push('stopped'));
  await until(
    async () => inProgress.sweep,
    sweep => sweep === null,
  );

  const gate = Promise.withResolvers<void>();
  const transaction = transactAndBegin(context, { store, handlers, inProgress, jobEnded: workSignal.jobEnded }, async trx => {
    await gate.promise;
    await enqueue(trx, { kind: 'capture', subjectId: 'payment-1', at: clock.now() });
  });
  stop.abort();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(done).toEqual([]);
  gate.resolve();
  await Promise.all([transaction, working]);
  expect(done).toEqual(['captured', 'stopped']);
  await store.close();
});

it('A worker does at most fifty jobs at once, however many transactions enqueue them together', async () => {
  const { context, store, clock } = await openContext();
  let atOnce = 0;
  let peak = 0;
  const done = new Set<string>();
  const capture: Handlers['capture'] = async (_context, { subjectId }) => {
    peak = Math.max(peak, ++atOnce);
    await new Promise(resolve => setTimeout(resolve, 5));
    atOnce--;
    done.add(subjectId);
    return 'done';
  };
  const handlers = { capture } as unknown as Handlers;
  const inProgress = createWorkInProgress();
  const workSignal = createWorkSignal();
  const stop = new AbortController();
  const awake = { ...context, wake: workSignal.wake };
  const working = work(awake, { handlers, signal: stop.signal, workSignal, inProgress });
  const order = (n: number) =>
    transactAndBegin(awake, { store, handlers, inProgress, jobEnded: workSignal.jobEnded }, trx =>
      enqueue(trx, { kind: 'capture', subjectId: `payment-${n}`, at: clock.now() }),
    );
  await Promise.all(Array.from({ length: 120 }, (_, n) => order(n)));
  await until(
    async () => done.size,
    size => size === 120,
  );
  expect(peak).toBe(50);
  stop.abort();
  await working;
  await store.close();
});
