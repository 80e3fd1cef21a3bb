import type { Router } from 'express';
import type { Secret } from '../../../shared/util/secret.ts';
import type { Catalogue } from '../../core/ports/cataloguePort.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { AnomalyListener, ClaimListener, StationListener, Stations } from '../../core/ports/stationPort.ts';
import { removeOld } from '../../platform/expiry.ts';
import { createCataloguePulls } from './catalogue/cataloguePulls.ts';
import { workOnCatalogue } from './catalogue/catalogueWork.ts';
import { NO_SWITCHES } from './catalogue/locationSales.ts';
import { createLocationStore, type LocationStore } from './catalogue/locations.ts';
import { applyPartyChanges } from './catalogue/partyChanges.ts';
import { wholeAt } from './catalogue/pullStates.ts';
import { sourceOf } from './catalogue/pushedLocation.ts';
import { createClaimWatch } from './claims.ts';
import {
  type ChangePartiesOptions,
  type Connected,
  type ConnectPeerOptions,
  connectionSettings,
  type PartiesChanged,
} from './connectionSettings.ts';
import { createConnectionStore, loadRepresentation } from './connections/connectionStore.ts';
import type { SellingSwitches } from './connections/connections.ts';
import { type Agreement, NOTHING_AGREED } from './connections/connections.ts';
import { createExchangeStore, type Exchange } from './connections/exchanges.ts';
import { createHealthStore, type Health } from './connections/health.ts';
import type { OurPlatform } from './connections/ourCredentials.ts';
import { connectionOf, createPeers, isWell } from './connections/peers.ts';
import type { RegistrationDependencies } from './connections/registration.ts';
import { ocpiRouter } from './endpoints/ocpiRouter.ts';
import type { Receivers } from './messages/receiver.ts';
import { authorizationOf } from './sessions/authorization.ts';
import { createExcessAlerts } from './sessions/excess.ts';
import { createMeterGapStore } from './sessions/meterGaps.ts';
import { createPeerRecords, type PeerRecord } from './sessions/peerRecords.ts';
import { createPolls } from './sessions/polls.ts';
import { createPulls } from './sessions/pulls.ts';
import { createStarts, type Starts } from './sessions/starts.ts';
import { type ConnectionState, statesOf } from './states.ts';
import { createOcpiStations, sendStop } from './stations.ts';
import { createLastPullStore } from './storage/lastPulls.ts';
import type { OcpiStore } from './storage/store.ts';
import { excerptInWords } from './transport/answerExcerpt.ts';
import { createPeerClient } from './transport/client.ts';
import { createRequest } from './transport/request.ts';
import { workOn } from './work.ts';

export interface OcpiDependencies {
  store: OcpiStore;
  clock: Clock;
  us: OurPlatform;
  /** Secret for encrypting the tokens that the app sends to CPO platforms. */
  secret: Secret;
  /** True: CPO platforms may have private addresses and use plain HTTP. For development only. */
  allowsPrivatePeers: boolean;
  catalogue(): Catalogue;
  listener(): StationListener & AnomalyListener & ClaimListener;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

export interface Ocpi {
  stations: Stations;
  /** The endpoints that CPO platforms call. Must be mounted at the path of `us.baseUrl`, before any body parser. */
  router: Router;
  /** Dependencies of commands that register the app with a CPO platform. */
  registration: RegistrationDependencies;
  /**
   * Registers the app with a CPO platform if it is not registered yet, and stores the settings.
   * @throws RegistrationFailed
   */
  connect(options: ConnectPeerOptions): Promise<Connected>;
  /** Returns the start of a connection's last completed whole pull, as an ISO string. Null: none was completed. */
  pulledAt(connectionId: string): Promise<string | null>;
  /**
   * Changes the settings of a connection and recomputes its offers.
   * @throws Error if the connection does not exist
   */
  setSwitches(connectionId: string, switches: Partial<SellingSwitches>): Promise<SellingSwitches>;
  /**
   * Stores what the operator and the CPO have agreed in writing.
   * @throws Error if the connection does not exist
   */
  setAgreement(connectionId: string, agreed: Partial<Agreement>): Promise<Agreement>;
  /**
   * Confirms or withdraws parties of a connection. `store` may be a transaction that the caller has begun.
   * @returns null if the connection does not exist
   */
  changeParties(store: OcpiStore, options: ChangePartiesOptions): Promise<PartiesChanged | null>;
  /**
   * Pulls the whole catalogue of a connection now.
   * @returns false if the catalogue could not be read completely
   */
  pullCatalogue(connectionId: string): Promise<boolean>;
  /** Returns the state of each active connection, by its id. */
  states(): Promise<Readonly<Record<string, ConnectionState>>>;
  /** Returns the anomalies of a connection, for staff. */
  record(connectionId: string): Promise<PeerRecord>;
  /** Returns the last exchanges with a connection, oldest first. */
  exchanges(connectionId: string): Promise<readonly Exchange[]>;
  run(signal: AbortSignal): Promise<void>;
}

/** Offers charging points of CPOs to drivers, and operates them by OCPI 2.2.1 or 2.3.0. The app has the role of an eMSP. */
export function createOcpi(dependencies: OcpiDependencies): Ocpi {
  const { store, clock, us, note, listener, catalogue } = dependencies;
  const now = () => clock.now();
  const request = createRequest({ allowsPrivatePeers: dependencies.allowsPrivatePeers });
  const [health, meterGaps] = [createHealthStore({ store, now }), createMeterGapStore({ store })];
  const exchanges = createExchangeStore({ ...dependencies, now });
  const records = createPeerRecords({ store, now });
  const noteExcess = createExcessAlerts({ listener, now });
  const client = notedClient({ request, note, health, exchanges });
  const connectionsIn = (rows: OcpiStore) => createConnectionStore({ ...dependencies, store: rows, now, applyPartyChanges });
  const connections = connectionsIn(store);
  const peers = createPeers({ connections, client, health, us, now });
  const switchesOf = async (id: string) => ({ ...NO_SWITCHES, ...(await connections.get(id))?.switches });
  const locations = createLocationStore({ store, catalogue, now, switchesOf, representationIn: loadRepresentation });
  const agreedWith = async (id: string) => (await connections.get(id))?.agreed ?? NOTHING_AGREED;
  const starts: Starts = createStarts({
    store,
    records,
    listener,
    agreedWith,
    now,
    party: us.party,
    noteGap(address, seconds) {
      const { plug } = address;
      if (plug) meterGaps.add({ connectionId: connectionOf(address), isDc: plug.isDc }, seconds);
    },
    poll: start => polls.poll(start),
    stopOther: (start, session) => sendStop({ starts, peers, us }, { ...start, session }),
  });
  const pulls = createPulls({ client, clock, store, peers, starts, note });
  const polls = createPolls({ clock, starts, pulls, note });
  const cataloguePulls = createCataloguePulls({ store, connections, client, clock, peers, locations, note });
  const registration = { connections, client, clock, us };
  /** Maps a connection to the number of its points that are offered to drivers. */
  const points = new Map<string, number>();
  const noteSize = async (id: string) => {
    points.set(id, await catalogue().countPoints(sourceOf(id)));
    await starts.open(id);
  };
  const writeDown = async () => {
    for (const part of [health, exchanges, meterGaps, records]) await part.writeDown();
  };
  const selling = { locations, switchesOf, noteExchanges: exchanges.writeDown };
  return {
    stations: createOcpiStations({ starts, meterGaps, peers, us, now, polls }),
    router: ocpiRouter({
      ...registration,
      noteFault: error => note('ocpi endpoint error', { reason: error instanceof Error ? error.name : 'error' }),
      noteExchange: (id, facts) => exchanges.add(id, { direction: 'in', failure: null, answer: null, ...facts }),
      noteExcess: (id, limit) => void noteExcess(id, limit),
      sizeOf: id => ({ running: starts.runningOf(id), points: points.get(id) ?? 0 }),
      receivers: receiversIn({ starts, locations, us }),
    }),
    registration,
    pulledAt: id => wholeAt(store, id),
    ...connectionSettings({ connections, connectionsIn, registration, ...selling }),
    async pullCatalogue(id) {
      await peers.refresh();
      return cataloguePulls.whole(id);
    },
    states: () => statesOf({ peers, starts, now }),
    record: records.of,
    exchanges: exchanges.list,
    async run(signal) {
      await connections.reseal().catch(() => note('ocpi background work failed, retrying', {}));
      const selling = workOnCatalogue({ clock, peers, pulls: cataloguePulls, note }, signal);
      await workOn(
        {
          ...{ peers, pulls, polls, meterGaps, registration, note, noteSize, writeDown },
          ...{ claims: createClaimWatch({ listener }), lastPulls: createLastPullStore(store) },
          removeOld: () => removeOld(store, now()),
        },
        signal,
      );
      await selling;
    },
  };
}

interface NotedParts extends Pick<OcpiDependencies, 'note'> {
  request: Parameters<typeof createPeerClient>[0]['request'];
  health: Pick<Health, 'note'>;
  exchanges: Pick<ReturnType<typeof createExchangeStore>, 'add'>;
}

/** Creates an HTTP client that logs every request and records the health and the exchanges of the connection. */
function notedClient({ request, note, health, exchanges }: NotedParts) {
  return createPeerClient({
    request,
    note(facts) {
      const { method, module, connectionId, tookMs, status, statusCode, failure, excerpt } = facts;
      note('ocpi request', { connection: connectionId ?? null, method, module, tookMs, status, statusCode, failure });
      if (connectionId === undefined) return;
      if (!facts.isRegistration) health.note(connectionId, module, isWell(facts));
      const { about = null } = facts;
      const answer = excerpt && excerptInWords(excerpt);
      exchanges.add(connectionId, { direction: 'out', method, module, status, statusCode, failure, tookMs, about, answer });
    },
  });
}

function receiversIn({ starts, locations, us }: { starts: Starts; locations: LocationStore; us: OurPlatform }): Receivers {
  const { findRequested, ...receivers } = starts.receivers;
  return {
    ...receivers,
    catalogue: locations,
    async authorize({ locationId, ...requested }) {
      const start = await findRequested(requested);
      return start && authorizationOf(us, { start, locationId });
    },
  };
}
