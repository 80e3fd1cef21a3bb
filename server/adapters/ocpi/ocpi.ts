import type { Router } from 'express';
import type { Clock } from '../../operator/ports.ts';
import type { Catalogue, StationListener, Stations } from '../../operator/stationPort.ts';
import { createCataloguePulls } from './cataloguePulls.ts';
import { workOnCatalogue } from './catalogueWork.ts';
import { ocpiRouter } from './endpoints/ocpiRouter.ts';
import { keepConnections } from './kept/connections.ts';
import { keepPlaces } from './kept/places.ts';
import { keepStarts } from './kept/starts.ts';
import type { OcpiStore } from './kept/store.ts';
import { NO_SWITCHES, type SellingSwitches } from './mapping/locationSales.ts';
import { createPeers } from './peers.ts';
import { createPulls } from './pulls.ts';
import { changeConnection, NOTHING_AGREED } from './registration/connections.ts';
import type { OurPlatform, RegistrationDependencies } from './registration/registration.ts';
import { createOcpiStations } from './stations.ts';
import { createPeerClient } from './transport/client.ts';
import { createRequest } from './transport/request.ts';

export interface OcpiDependencies {
  store: OcpiStore;
  clock: Clock;
  us: OurPlatform;
  /** Encrypts the tokens of peers. */
  secret: string;
  /** For development: peers at private addresses and over plain HTTP. */
  allowsPrivatePeers: boolean;
  catalogue(): Catalogue;
  listener(): StationListener;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

export interface Ocpi {
  stations: Stations;
  /** What peers ask of us; mounted at the path of `us.baseUrl`, before any body is parsed. */
  router: Router;
  /** For whoever connects us with a peer. */
  registration: RegistrationDependencies;
  /** Sells what a connection has told by other rules from now on. @throws Error when there is no such connection */
  setSwitches(connectionId: string, switches: Partial<SellingSwitches>): Promise<SellingSwitches>;
  /** Pulls the catalogue of a connection at once. False: it did not come whole. */
  pullCatalogue(connectionId: string): Promise<boolean>;
  run(signal: AbortSignal): Promise<void>;
}

/** Open starts are asked about this often. */
const POLL_MS = 60_000;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Charging points of management systems that speak OCPI 2.2.1 or 2.3.0; we are the eMSP. */
export function createOcpi(dependencies: OcpiDependencies): Ocpi {
  const { store, clock, us, secret, note, listener, catalogue } = dependencies;
  const now = () => clock.now();
  const request = createRequest({ allowsPrivatePeers: dependencies.allowsPrivatePeers });
  const client = createPeerClient({
    request,
    note: ({ method, module, tookMs, status = null, statusCode = null, failure = null }) =>
      note('ocpi call', { method, module, tookMs, status, statusCode, failure }),
  });
  const connections = keepConnections(store, secret);
  const peers = createPeers({ connections, client, us, now });
  const switchesOf = async (id: string) => ({ ...NO_SWITCHES, ...(await connections.get(id))?.switches });
  const places = keepPlaces({ store, catalogue, now, switchesOf });
  const agreedWith = async (id: string) => (await connections.get(id))?.agreed ?? NOTHING_AGREED;
  const starts = keepStarts({ store, listener, agreedWith, now });
  const pulls = createPulls({ client, clock, peers, starts, note });
  const cataloguePulls = createCataloguePulls({ store, connections, client, clock, peers, places, note });
  const registration = { connections, client, clock, us };
  const { sessions, cdrs, commands, findToken } = starts.receivers;
  return {
    stations: createOcpiStations({ starts, peers, us, now, poll: pulls.sessions }),
    router: ocpiRouter({
      ...registration,
      noteFault: error => note('ocpi fault', { reason: error instanceof Error ? error.name : 'error' }),
      receivers: { catalogue: places, sessions, cdrs, commands, findToken },
    }),
    registration,
    async setSwitches(id, changes) {
      if (!(await connections.get(id))) throw new Error(`There is no connection ${id}.`);
      await changeConnection(connections, id, ({ switches }) => ({ switches: { ...switches, ...changes } }));
      await places.resales.all(id);
      return switchesOf(id);
    },
    async pullCatalogue(id) {
      await peers.refresh();
      return cataloguePulls.whole(id);
    },
    async run(signal) {
      const selling = workOnCatalogue({ clock, peers, pulls: cataloguePulls, note }, signal);
      let pollAt = now();
      while (!signal.aborted) {
        const active = await peers.refresh();
        if (now() >= pollAt) {
          pollAt = later(now(), POLL_MS);
          for (const { id } of active) await pulls.sessions(id).catch(() => note('ocpi poll failed', { connection: id }));
        }
        await clock.sleepUntil(later(now(), 5000), signal);
      }
      await selling;
    },
  };
}
