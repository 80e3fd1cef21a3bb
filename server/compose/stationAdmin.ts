import type { PartyClaim } from '../../shared/console/stations.ts';
import { type Config, originOf } from '../config/config.ts';
import type { Clock } from '../core/ports/ports.ts';
import type { OcpiAdmin, StationAdmin } from '../runtime/stationAdmin.ts';
import { isActive } from '../stations/ocpi/connections/connectionStore.ts';
import type { Connection } from '../stations/ocpi/connections/connections.ts';
import {
  claimsInWords,
  representedParties,
  sharedInWords,
  sharedParties,
  waitingClaims,
} from '../stations/ocpi/connections/parties.ts';
import type { Ocpi } from '../stations/ocpi/ocpi.ts';
import type { Store } from '../store/engine/database.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { createOcppAdmin } from './ocppAdmin.ts';
import { ocpiRowsIn } from './sources.ts';

interface StationAdminOptions {
  store: Store;
  clock: Pick<Clock, 'now'>;
  /** The OCPI adapter. Null if OCPI is not configured. */
  ocpi: Ocpi | null;
}

/**
 * Creates the station administration for the console and the command line: station sources, OCPP stations, and OCPI connections.
 */
export function createStationAdmin(
  config: Pick<Config, 'stations' | 'publicOrigin' | 'port'>,
  { store, clock, ocpi }: StationAdminOptions,
): StationAdmin {
  const { stations: kinds } = config;
  return {
    kinds,
    async reach() {
      const states = ocpi && kinds.includes('ocpi') ? Object.entries(await ocpi.states()) : [];
      const connections = states.filter(([, { isReachable }]) => isReachable).map(([name]) => `ocpi:${name}`);
      return { at: clock.now(), sources: [...kinds.filter(kind => kind !== 'ocpi'), ...connections] };
    },
    ocpp: kinds.includes('ocpp') ? createOcppAdmin({ store, clock, origin: originOf(config) }) : null,
    ocpi: ocpi && createOcpiAdmin(ocpi, clock),
  };
}

export const CONNECTION_NAME = /^[a-z0-9-]{1,30}$/;

const MAX_UNDECIDED = 50;

function undecidedIn(connection: Connection, all: readonly Connection[]): readonly PartyClaim[] {
  const shared = sharedParties(connection, all).map(each => ({ ...each, kind: 'shared' }) as const);
  const waiting = waitingClaims(connection, all).map(
    ({ isHub, ...claim }): PartyClaim => ({ ...claim, kind: isHub ? 'hub' : 'claimed' }),
  );
  return [...shared, ...waiting].slice(0, MAX_UNDECIDED);
}

function createOcpiAdmin(ocpi: Ocpi, clock: Pick<Clock, 'now'>): OcpiAdmin {
  const { connections } = ocpi.registration;
  return {
    async list() {
      const states = await ocpi.states();
      const all = await connections.list();
      return Promise.all(
        all.map(async connection => {
          const { id, state, version, roles } = connection;
          const { failingS = 0, openStarts = 0, awaitedCdrs = 0, modules = {} } = states[id] ?? {};
          const exchanged = Object.values(modules).flatMap(({ succeededAt, failedAt }) => [succeededAt, failedAt]);
          const sellers = roles.filter(({ role }) => role === 'CPO');
          return {
            name: id,
            state,
            partner: (sellers[0] ?? roles[0])?.business_details.name ?? '',
            parties: representedParties(connection, all),
            waiting: claimsInWords(waitingClaims(connection, all)),
            shared: sharedInWords(connection, all),
            undecided: undecidedIn(connection, all),
            version,
            failingS,
            lastExchangeAt: exchanged
              .filter(at => at !== null)
              .reduce<string | null>((a, b) => (a !== null && a > b ? a : b), null),
            pulledAt: await ocpi.pulledAt(id),
            openStarts,
            awaitedCdrs,
          };
        }),
      );
    },
    isName: text => CONNECTION_NAME.test(text),
    isActive: ({ db }, name) => isActive(createKeyValueStore(db, 'ocpi'), name),
    changeParties: (within, request) => ocpi.changeParties(ocpiRowsIn(within, clock), request),
    async connect({ name, versionsUrl, token, parties, hub }) {
      const { RegistrationFailed } = await import('../stations/ocpi/connections/discovery.ts');
      try {
        await ocpi.connect({ name, versions: versionsUrl, token, parties, hub, switches: {} });
        return null;
      } catch (error) {
        if (!(error instanceof RegistrationFailed)) throw error;
        return { fault: error.fault, why: error.message };
      }
    },
  };
}
