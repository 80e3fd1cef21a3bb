import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listOpen } from '../../server/runtime/alerts.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { findSession } from '../../server/store/shop/sessions.ts';
import { createStore } from '../../server/store/store.ts';
import { lowPowerAtHighPrice } from '../support/ocpi/objects.ts';
import { createOcpiDriver } from '../support/ocpi/ocpiDriver.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const POINTS = ['DE*CPO*E1*1', 'DE*CPO*E2*1', 'DE*CPO*E3*1', 'DE*CPO*E4*1'];

let server: PostgresServer;
/** Two app processes, each with its own `Operator`, worker and server. They share the database and the payment provider. */
let shops: readonly [OcpiShop, OcpiShop];
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  const first = await openOcpiShop({ store: createStore(openPostgres(url)) });
  const second = await openOcpiShop({ store: createStore(openPostgres(url)), payments: first.payments });
  shops = [first, second];
  await first.cpo.fill(lowPowerAtHighPrice(POINTS.length));
  // The CDR module of the CPO is unavailable, so that the app receives CDRs only from the test.
  await first.cpo.set({ faults: [{ module: 'cdrs', kind: 'down', times: null }] });
  await first.connect();
}, 60_000);
afterAll(async () => {
  for (const shop of shops) await shop.close();
  await server.close();
});

/** Sends a CDR to one of the processes, as the CPO would do. */
async function pushCdr({ ocpi }: OcpiShop, cdr: object): Promise<number> {
  const { peer } = await shops[0].cpo.state();
  const authorization = `Token ${Buffer.from(peer?.ourToken ?? '').toString('base64')}`;
  const response = await fetch(`${ocpi.registration.us.baseUrl}/2.3.0/cdrs`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(cdr),
  });
  return ((await response.json()) as { status_code: number }).status_code;
}

describe('Two different CDRs of one start that reach two processes at once', () => {
  it('are billed as one, and a person is told of the other', async () => {
    const [{ cpo, operator, store }] = shops;
    const driver = createOcpiDriver(shops[0]);
    const ordered = await Promise.all(POINTS.map(evseId => driver.paid(evseId)));
    for (const each of ordered) await driver.seen(each, session => session.kind === 'running' && session.values.energyWh > 85);
    await cpo.set({ push: { mode: 'off' } });
    for (const each of ordered) await operator.stopSession(each);
    const made = await until(
      async () => (await cpo.state()).cdrs,
      cdrs => cdrs.length === ordered.length,
    );
    for (const cdr of made) {
      const other = { ...cdr, id: `OTHER-${cdr.id}` };
      expect(await Promise.all([pushCdr(shops[0], cdr), pushCdr(shops[1], other)])).toEqual([1000, 1000]);
    }
    for (const each of ordered) {
      await until(
        () => driver.paymentOf(each),
        payment => payment?.state === 'captured',
      );
      const session = await findSession(store.db, each.sessionId);
      const alerts = (await listOpen(store.db)).filter(({ subjectId }) => subjectId === session?.id);
      expect(alerts.map(({ facts }) => facts.why)).toEqual(['another account of a billed session']);
    }
    expect(shops[0].payments.takings).toHaveLength(ordered.length);
  }, 60_000);
});
