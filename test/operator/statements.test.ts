import { expect, it } from '@jest/globals';
import { openSqlite } from '../../server/operator/store/engine/sqlite.ts';
import { createStore, type Store } from '../../server/operator/store/store.ts';
import { openOperator } from '../support/openOperator.ts';

/** How often the worker asks what is due depends on who is faster. */
const IS_LOOK_FOR_WORK = /^with "due"|min\("not_before"\)/;

it('An order, from its form to the capture, asks little of the database', async () => {
  const asked: string[] = [];
  let transactions = 0;
  const opened = createStore(openSqlite(':memory:', { log: ({ query }) => void asked.push(query.sql) }));
  const store: Store = {
    ...opened,
    inTransaction(work) {
      transactions++;
      return opened.inTransaction(work);
    },
  };
  const shop = await openOperator({ store });
  asked.length = 0;
  transactions = 0;

  const ordered = await shop.paid();
  const at = shop.clock.now();
  await shop.stations.plugIn(ordered.authorizationReference, at);
  await shop.stations.meter(ordered.authorizationReference, { at, energyWh: 6000, powerW: 11_000, isCharging: true });
  await shop.stations.end(ordered.authorizationReference, { at: new Date(at.getTime() + 1), energyWh: 12_000 });
  await shop.pass(0);
  const own = asked.filter(statement => !IS_LOOK_FOR_WORK.test(statement));
  expect((await shop.payment(ordered)).state).toBe('captured');
  // Between any two of them somebody else speaks: order, page, hold, three reports of the station, capture, drawn document.
  expect(transactions).toBeLessThanOrEqual(8);
  expect(own.length).toBeLessThanOrEqual(120);
  await shop.close();
});
