import { expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../../shared/time.ts';
import { openContext } from '../../../test/support/openContext.ts';
import { until } from '../../../test/support/until.ts';
import { listAudit } from '../store/audit.ts';
import { createKeyValueStore } from '../store/keyValueStore.ts';
import { type Handlers, nothingUnderWay } from './outbox.ts';
import { work } from './sweeper.ts';
import { createWorkSignal } from './wake.ts';

it('Work of the night that fails keeps no other work from being done, and is not repeated at every sweep', async () => {
  const { context, store, clock, told } = await openContext();
  await createKeyValueStore(store.db, 'thinning').put('issued', { at: 'no instant' });
  const done: string[] = [];
  const readPayouts: Handlers['read-payouts'] = async (_context, { kind }) => {
    done.push(kind);
    return 'done';
  };
  const handlers = { 'read-payouts': readPayouts } as unknown as Handlers;
  const stop = new AbortController();
  const underWay = nothingUnderWay();
  const workSignal = createWorkSignal();
  const working = work({ ...context, wake: workSignal.wake }, { handlers, signal: stop.signal, workSignal, underWay });
  await until(
    async () => done,
    all => all.includes('read-payouts'),
  );
  for (let n = 0; n < 20; n++) {
    await clock.pass(MINUTE_MS / 2);
    await until(
      async () => underWay.sweep,
      sweep => sweep === null,
    );
  }
  stop.abort();
  await working;
  const removed = await listAudit(store.db, { what: 'contact details removed', since: new Date(0) });
  expect(removed).toHaveLength(1);
  expect(told.filter(event => event === 'sweep failed')).toHaveLength(1);
  await store.close();
});
