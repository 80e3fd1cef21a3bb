import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createClock } from '../../../server/adapters/clock/clock.ts';
import { createVatRegister } from '../../../server/adapters/vatRegister/vatRegister.ts';
import { ocpiRows } from '../../../server/compose/sources.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { createOperator, type Operator } from '../../../server/operator/operator.ts';
import { readOperatorData } from '../../../server/shop/import/readOperatorData.ts';
import type { ConfirmedParties } from '../../../server/stations/ocpi/connections/parties.ts';
import { connect } from '../../../server/stations/ocpi/connections/registration.ts';
import { createOcpi, type Ocpi } from '../../../server/stations/ocpi/ocpi.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openSqlite } from '../../../server/store/engine/sqlite.ts';
import { createStore } from '../../../server/store/store.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import { createFakePayments, type FakePayments } from '../fakePayments.ts';
import { translator } from '../invoiceFacts.ts';
import { type LocalCpo, openLocalCpo } from './openLocalCpo.ts';
import { createManualClocks } from './turnedClocks.ts';

export const SECRET = 'a secret of thirty-two characters';
const CLIENT = 'blaufink';

export interface OcpiShop {
  operator: Operator;
  ocpi: Ocpi;
  cpo: LocalCpo;
  store: Store;
  payments: FakePayments;
  /** Id of the app's connection to the CPO. */
  connectionId: string;
  clientId: string;
  /** Log events of the app's OCPI adapter. */
  notes: readonly { event: string; facts: Readonly<Record<string, unknown>>; atMs: number }[];
  /** Connects the app to the CPO. `confirmed`: the parties that the CPO may represent; default: only DE*CPO. */
  connect(confirmed?: ConfirmedParties): Promise<void>;
  /**
   * Advances the clocks of the app and of the CPO.
   * @throws Error if the shop was opened in real time
   */
  pass(seconds: number): Promise<void>;
  passDays(days: number): Promise<void>;
  close(): Promise<void>;
}

interface OpenOcpiShopOptions {
  clock?: Clock;
  /** Default: a new store in memory. The store is closed together with the shop. */
  store?: Store;
  /** Default: a new payment provider. Two shops on one store can share a payment provider. */
  payments?: FakePayments;
  /** True: the clocks of the app and of the CPO are manual. False: real time. */
  isTurned?: boolean;
}

function realClock(): Clock {
  const realMs = Date.now();
  return createClock({ speed: 1, anchor: { realMs, shownMs: realMs } });
}

/**
 * Opens the app's real `Operator` with the stations of a simulated CPO. The CPO runs in a separate process, and both communicate
 * over real sockets.
 */
export async function openOcpiShop({
  clock: givenClock,
  store = createStore(openSqlite(':memory:')),
  payments = createFakePayments(),
  isTurned = false,
}: OpenOcpiShopOptions = {}): Promise<OcpiShop> {
  const notes: OcpiShop['notes'][number][] = [];
  const cpo = await openLocalCpo();
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  // Never closes idle connections. A request would fail if it were sent just when the server closes the connection.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ocpi`;
  await store.migrate();
  const turned = isTurned ? await createManualClocks(cpo, () => operator.isAtWork()) : null;
  const clock = turned?.clock ?? givenClock ?? realClock();
  const ocpi = createOcpi({
    store: ocpiRows(store, clock),
    clock: turned?.forLoop() ?? clock,
    us: { baseUrl, party: { country_code: 'DE', party_id: 'ABC' }, name: 'Ad-hoc charging' },
    secret: SECRET,
    allowsPrivatePeers: true,
    catalogue: () => operator.catalogue,
    listener: () => operator,
    note: (event, facts) => void notes.push({ event, facts, atMs: performance.now() }),
  });
  app.use('/ocpi', ocpi.router);
  const operator: Operator = createOperator({
    store,
    clock,
    payments,
    stations: ocpi.stations,
    vatRegister: createVatRegister(),
    translator,
    secret: SECRET,
    origin: '',
    linkOrigin: 'https://charge.example',
    mail: { send: async () => undefined },
    holidays: { isHoliday: () => false },
    logEvent: () => undefined,
  });
  const data = await readOperatorData('demo');
  const clients = data.clients.map(client =>
    client.id === CLIENT ? { ...client, parties: [...client.parties, 'DE*CPO'] } : client,
  );
  await operator.importData({ ...data, clients });
  const over = new AbortController();
  const working = Promise.all([operator.run(over.signal), ocpi.run(over.signal)]);
  const connectionId = 'town';
  return {
    operator,
    ocpi,
    cpo,
    store,
    payments,
    connectionId,
    clientId: CLIENT,
    notes,
    async connect(confirmed = { parties: ['DE*CPO'], hub: null }) {
      const token = 'token-of-the-peer';
      await cpo.invite(token);
      await connect({ id: connectionId, versionsUrl: cpo.versionsUrl, token, confirmed }, ocpi.registration);
      await ocpi.pullCatalogue(connectionId);
    },
    async pass(seconds) {
      if (!turned) throw new Error('These clocks are not turned by hand');
      await turned.pass(seconds * 1000);
    },
    async passDays(days) {
      if (!turned) throw new Error('These clocks are not turned by hand');
      await turned.passAsleep(days * DAY_MS);
    },
    async close() {
      over.abort();
      await working;
      server.closeAllConnections();
      server.close();
      await store.close();
      await cpo.close();
    },
  };
}
