import pg from 'pg';
import { openStore } from '../../../server/store/openStore.ts';
import { startBuiltApp } from '../../support/builtApp.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { startPostgres } from '../../support/postgres.ts';
import { openCutProxy } from '../money/cutProxy.ts';
import { compareLedgers } from './books.ts';
import { chargeAt, type Driver, settleWithAnother, triesToOrder, triesToStop, twoCharge } from './drivers.ts';
import { type Finding, finding, type Rehearsal, type RehearsalOptions } from './findings.ts';
import { inWords, logged, noBugs, STATUS_ENV, waitForStatus } from './reported.ts';

const SPEED = 60;

/** Opens a PostgreSQL that can be made unavailable: open connections are cut, and new ones are refused. */
async function openLosable({ atEnd }: Pick<RehearsalOptions, 'atEnd'>) {
  const server = await startPostgres({ isDurable: true });
  atEnd(server.close);
  const url = await server.createDatabase();
  const { host } = new URL(url);
  let isDown = false;
  const proxy = await openCutProxy(() => (isDown ? '' : `http://${host}`));
  atEnd(proxy.close);
  return {
    url,
    throughProxy: url.replace(host, proxy.host),
    setRemoved(gone: boolean) {
      isDown = gone;
      if (gone) proxy.cut(1);
    },
  };
}

/** Makes PostgreSQL unavailable for a while during charging sessions. */
export const LOST_DATABASE: Rehearsal = {
  does: 'PostgreSQL is away, and comes back',
  fault: 'it comes back without its newest payments',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    const database = await openLosable({ atEnd });
    const shop = shopWith(4);
    atEnd(shop.close);
    const { throughProxy: DATABASE_URL } = database;
    const env = { ...STATUS_ENV, DATABASE_URL, DATABASE_LISTEN_URL: DATABASE_URL, OPERATOR_DATA: shop.folder };
    const app = await startBuiltApp({ speed: SPEED, env });
    atEnd(app.close);
    const pid = app.pid();
    const drivers = await twoCharge(app.origin);
    print('two vehicles charge');
    const since = app.lines.length;
    database.setRemoved(true);
    const meanwhile = await checkOutage(app.origin, drivers);
    if (isBroken) await losePayments(database.url);
    database.setRemoved(false);
    const after = await waitForStatus(app.origin, ({ ready, status }) => ready === 200 && status === 200);
    print('it is back');
    const settled = await settleWithAnother(drivers, { isBroken, come: () => chargeAt(app.origin, 2) });
    const store = openStore({ databaseUrl: database.url, databaseListenUrl: null, dataDir: '' });
    const limitMs = isBroken ? 5000 : 30_000;
    const ledgers = await compareLedgers(store, { speed: SPEED, limitMs }).finally(store.close);
    return [
      ...meanwhile,
      logged(app, since, ['background work interrupted', 'background work resumed', 'dependency down', 'dependency up again']),
      finding('It goes on by itself when it is back', inWords(after), after.ready === 200 && after.status === 200),
      finding('by the same process', app.pid() === pid ? 'the same' : 'another', app.pid() === pid),
      settled,
      ...ledgers,
      noBugs([app]),
    ];
  },
};

async function checkOutage(origin: string, drivers: readonly Driver[]): Promise<readonly Finding[]> {
  const appStatus = await waitForStatus(origin, ({ ready, down }) => ready === 503 && down.includes('store'));
  const order = await triesToOrder(origin, 3);
  const [driver] = drivers;
  const stop = driver ? await triesToStop(driver) : '';
  return [
    finding(
      '/ready and /status say so, /health does not',
      inWords(appStatus),
      appStatus.ready === 503 && appStatus.down.includes('store'),
    ),
    finding('The process stays', `/health ${appStatus.health}`, appStatus.health === 200),
    finding('Who orders is refused in words', order ?? 'the order was taken', order !== null && !order.includes('answered')),
    finding('Who stops is told, too', stop ?? 'the stop was taken', stop !== null && !stop.includes('answered')),
  ];
}

async function losePayments(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('truncate payments cascade').finally(() => client.end());
}
