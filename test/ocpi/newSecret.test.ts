import { expect, it } from '@jest/globals';
import { applyPartyChanges } from '../../server/stations/ocpi/catalogue/partyChanges.ts';
import { createConnectionStore } from '../../server/stations/ocpi/connections/connectionStore.ts';
import type { Connection } from '../../server/stations/ocpi/connections/connections.ts';
import type { OcpiStore } from '../../server/stations/ocpi/storage/store.ts';
import { createExclusiveRunner } from '../../shared/util/runExclusive.ts';
import { rowsInMemory } from '../support/rowsInMemory.ts';

const OLD = 'the secret before, thirty-two and more';
const NEW = 'the new secret, of thirty-two and more';

const town: Connection = {
  ...{
    id: 'town',
    revision: 1,
    state: 'active',
    version: '2.2.1',
    versionsUrl: null,
    confirmedHosts: [],
    endpoints: [],
    roles: [],
  },
  ...{
    hubParty: null,
    confirmed: { parties: [], hub: null },
    encoding: 'base64',
    theirs: 'their-token',
    ours: [],
    invitation: null,
  },
};

it('A charge point operator stays connected while SECRET is changed, and after the old one is gone', async () => {
  const rows = rowsInMemory();
  const store: OcpiStore = {
    ...rows,
    withLease: createExclusiveRunner(),
    inTransaction: work => work(rows, {} as Parameters<typeof work>[1]),
  };
  await createConnectionStore({ store, secret: OLD, now: () => new Date(), applyPartyChanges }).put(town);
  await expect(
    createConnectionStore({ store, secret: NEW, now: () => new Date(), applyPartyChanges }).get('town'),
  ).rejects.toThrow();

  const both = createConnectionStore({ store, secret: [NEW, OLD], now: () => new Date(), applyPartyChanges });
  expect(await both.get('town')).toEqual(town);
  await both.reseal();
  await both.reseal();
  expect(await createConnectionStore({ store, secret: NEW, now: () => new Date(), applyPartyChanges }).get('town')).toEqual(town);
  await expect(
    createConnectionStore({ store, secret: OLD, now: () => new Date(), applyPartyChanges }).get('town'),
  ).rejects.toThrow();
});
