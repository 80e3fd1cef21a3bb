import { type Config, originOf } from '../config/config.ts';
import type { Clock } from '../core/ports/ports.ts';
import type { Within } from '../runtime/stationAdmin.ts';
import { catalogueIn } from '../shop/catalogue/pushedLocations.ts';
import { stationAddress } from '../shop/catalogue/stationAddress.ts';
import type { OcpiDependencies } from '../stations/ocpi/ocpi.ts';
import type { OcppDependencies } from '../stations/ocpp/ocpp.ts';
import { WORK } from '../store/engine/changeFeed.ts';
import type { Db, Store } from '../store/engine/database.ts';
import { createDistributedLock, withLeaseHeld } from '../store/engine/distributedLock.ts';
import { createHeldStations } from '../store/jobs/connectionLeases.ts';
import { hurryStation } from '../store/jobs/jobClaims.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { listPointsAt } from '../store/shop/catalogue.ts';
import { createLogFileRows } from '../store/staff/stationLogFiles.ts';
import { createAddressOf } from './forwardedAddress.ts';
import { OCPI_PATH, OCPP_PATH } from './stations.ts';

/** Returns the dependencies of the OCPI adapter. Null if the settings contain no OCPI party or no public origin. */
export function ocpiOf(
  { ocpi, publicOrigin, secret }: Pick<Config, 'ocpi' | 'publicOrigin' | 'secret'>,
  { store, ...dependencies }: { store: Store } & Pick<OcpiDependencies, 'clock' | 'note' | 'catalogue' | 'listener'>,
): OcpiDependencies | null {
  if (!ocpi || publicOrigin === null) return null;
  const { party, name, allowsPrivatePeers } = ocpi;
  return {
    ...dependencies,
    store: ocpiRows(store, dependencies.clock),
    us: { baseUrl: `${publicOrigin}${OCPI_PATH}`, party, name },
    secret,
    allowsPrivatePeers,
  };
}

/** Creates the store of the OCPI adapter. A transaction of this store can also write the catalogue of the shop. */
export function ocpiRows(store: Store, clock: Pick<Clock, 'now'>): OcpiDependencies['store'] {
  const rows = (db: Db) => createKeyValueStore(db, 'ocpi');
  return {
    ...rows(store.db),
    put: (...row) => withLeaseHeld(store.db, db => rows(db).put(...row)),
    change: (...row) => withLeaseHeld(store.db, db => rows(db).change(...row)),
    delete: key => withLeaseHeld(store.db, db => rows(db).delete(key)),
    withLease: createDistributedLock(store.db, 'ocpi'),
    inTransaction: work => store.inTransaction(trx => work(rows(trx), catalogueIn(trx, clock))),
  };
}

/** Creates the store of the OCPI adapter inside a transaction that the caller has begun. */
export function ocpiRowsIn({ db, inTransaction }: Within, clock: Pick<Clock, 'now'>): OcpiDependencies['store'] {
  const rows = createKeyValueStore(db, 'ocpi');
  return {
    ...rows,
    withLease: (_key, work) => work(),
    inTransaction: work => inTransaction(trx => work(createKeyValueStore(trx, 'ocpi'), catalogueIn(trx, clock))),
  };
}

/** Creates the store of the OCPP adapter. */
export function ocppRows(store: Within): OcppDependencies['store'] {
  const rows = (db: Db) => createKeyValueStore(db, 'ocpp');
  return { ...rows(store.db), inTransaction: work => store.inTransaction(trx => work(rows(trx))) };
}

export function ocppOf(
  config: Pick<Config, 'isDemo' | 'secret' | 'publicOrigin' | 'port' | 'trustProxy'>,
  { store, ...dependencies }: { store: Store } & Pick<OcppDependencies, 'clock' | 'note' | 'listener' | 'processId'>,
): OcppDependencies {
  const { isDemo, secret } = config;
  const { clock } = dependencies;
  return {
    ...dependencies,
    store: ocppRows(store),
    holds: createHeldStations(store),
    logFiles: createLogFileRows(store),
    path: OCPP_PATH,
    addressOf: createAddressOf(config.trustProxy),
    isDemo,
    secret,
    origin: originOf(config),
    async plugsOf(stationId) {
      const points = await listPointsAt(store.db, stationId);
      return points.flatMap(point => point.connectors.map(({ id }) => stationAddress(point, id)));
    },
    async wake(station) {
      await hurryStation(store.db, { station, now: clock.now() });
      store.changeFeed.publish(WORK);
    },
  };
}
