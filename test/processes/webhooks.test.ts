import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { emit, isWanted } from '../../server/store/jobs/webhookEvents.ts';
import { addEndpoint, listDeliveries, removeEndpoint } from '../../server/store/jobs/webhookRows.ts';
import { openStore } from '../../server/store/openStore.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const now = new Date('2026-11-20T10:00:00Z');
const ENDPOINT = {
  ...{ id: 'we_1', url: 'https://erp.example/', description: '', clients: null, types: null, sealedSecret: '' },
  ...{ olderSecret: null, olderUntil: null, isOn: true, offWhy: null, failingSince: null, createdBy: 'Petra', createdAt: now },
};
const TYPES = ['catalogue.imported'] as const;
const DATA = { clients: 1, points: 1, tariffs: 1, changes: 1 };
const emitAt = (store: Store) =>
  store.inTransaction(trx => emit(trx, 'catalogue.imported', () => ({ subject: 'catalogue', clientId: null, data: DATA })));

describe.each([
  ['pushes changes', true],
  ['is polled', false],
])('Of two processes on a database that %s', (_, isPushed) => {
  it('one learns of the endpoints that the other adds and removes', async () => {
    const url = await server.createDatabase();
    const open = (): Store => openStore({ databaseUrl: url, databaseListenUrl: isPushed ? url : null, dataDir: '' });
    const [one, other] = [open(), open()];
    for (const store of [one, other]) {
      await store.migrate();
      store.setClock({ now: () => now });
    }
    if (isPushed)
      await until(
        async () => other.changeFeed.arrival(),
        arrival => arrival === 'pushed',
      );
    await emitAt(other);
    expect(await isWanted(other.db, TYPES)).toBe(false);

    await one.inTransaction(trx => addEndpoint(trx, ENDPOINT));
    await emitAt(one);
    await until(() => isWanted(other.db, TYPES), Boolean);
    await emitAt(other);
    expect(await listDeliveries(one.db, { endpointId: ENDPOINT.id, limit: 9 })).toHaveLength(2);

    await one.inTransaction(trx => removeEndpoint(trx, ENDPOINT.id));
    await until(
      () => isWanted(other.db, TYPES),
      isStillWanted => !isStillWanted,
    );
    await Promise.all([one.close(), other.close()]);
  });
});
