import type { StationAddress } from '../../../core/ports/stationPort.ts';
import type { CallFacts, OcpiAnswer, PeerClient, PeerRequest } from '../transport/client.ts';
import { OcpiFailure } from '../transport/failure.ts';
import type { Party } from '../transport/headers.ts';
import type { Connection, Connections } from './connections.ts';
import type { ConnectionHealth, Health } from './health.ts';
import type { OurPlatform } from './ourCredentials.ts';
import { hubOf, partyName, representationOf } from './parties.ts';

export interface PeersDependencies {
  connections: Connections;
  client: PeerClient;
  health: Health;
  us: OurPlatform;
  now(): Date;
}

export type Peers = ReturnType<typeof createPeers>;

/** A CPO platform whose requests have all failed for this time counts as unreachable. */
const SILENT_MS = 10 * 60_000;
const PROBE_LIMIT_MS = 2500;

/** Keeps the active connections in memory and sends requests to the CPO platforms. */
export function createPeers({ connections, client, health, us, now }: PeersDependencies) {
  let active = new Map<string, Connection>();
  const msSince = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(at));

  return {
    /** Reloads the active connections. */
    async refresh(): Promise<readonly Connection[]> {
      const all = (await connections.list()).filter(({ state, theirs }) => state === 'active' && theirs !== null);
      await health.recall(all.map(({ id }) => id));
      active = new Map(all.map(connection => [connection.id, connection]));
      return all;
    },
    isReachable(id: string): boolean {
      const { failingSince } = health.of(id);
      return active.has(id) && (failingSince === null || msSince(failingSince) < SILENT_MS);
    },
    /** Milliseconds since the first failure after the last success. 0: the last request was successful. */
    failingMs(id: string): number {
      const { failingSince } = health.of(id);
      return failingSince === null ? 0 : msSince(failingSince);
    },
    /** The health of each active connection. */
    states: (): readonly (ConnectionHealth & { id: string })[] => [...active.keys()].map(id => ({ id, ...health.of(id) })),
    /** Sends a test request to each CPO platform to which no request was sent for `unaskedMs`. The results update the health. */
    async probe(unaskedMs: number): Promise<void> {
      const silent = [...active.values()].filter(({ id }) => {
        const { succeededAt, failedAt } = health.of(id);
        return Math.min(msSince(succeededAt), msSince(failedAt)) >= unaskedMs;
      });
      await Promise.all(silent.map(connection => probeConnection(client, connection)));
    },
    /** True if the CPO platform accepts information about drivers' payments (Payments module of OCPI 2.3.0). */
    hearsOfPayments: (id: string): boolean =>
      active.get(id)?.endpoints.some(({ identifier, role }) => identifier === 'payments' && role === 'RECEIVER') ?? false,
    /**
     * Returns the endpoint of a CPO platform's module, with token and routing. Null: the platform has no such module, or the
     * connection is not active.
     */
    async endpoint(
      id: string,
      module: string,
      role: 'SENDER' | 'RECEIVER',
      address?: StationAddress,
    ): Promise<PeerEndpoint | null> {
      const connection = await connections.get(id);
      if (connection?.state !== 'active' || connection.theirs === null) return null;
      const endpoint = connection.endpoints.find(each => each.identifier === module && each.role === role);
      const to = address ? { country_code: address.countryCode, party_id: address.partyId } : defaultParty(connection);
      if (!endpoint || !to) return null;
      return {
        url: endpoint.url,
        token: connection.theirs,
        encoding: connection.encoding,
        module,
        connectionId: id,
        route: { from: us.party, to },
        version: connection.version ?? '2.2.1',
        sendsNulls: connection.switches?.sendsNulls ?? false,
      };
    },
    /** True if the connection represents the CPO of a station. If not, no session may be started there. */
    async represents({ countryCode, partyId, ...address }: StationAddress): Promise<boolean> {
      const all = await connections.list();
      const connection = all.find(({ id }) => id === connectionOf(address));
      const party = partyName({ country_code: countryCode, party_id: partyId });
      return connection !== undefined && representationOf(connection, all)(party);
    },
    /**
     * Sends a request to a CPO platform.
     * @throws OcpiFailure if no readable response was received
     */
    call: (request: PeerRequest): Promise<OcpiAnswer> => client.call(request),
  };
}

/**
 * Returns the party to which requests about no particular object are addressed. If the connection is a hub, this is the hub,
 * which then returns the objects of all its parties (OCPI 2.2.1 §4.4.3.3).
 */
function defaultParty(connection: Connection): Party | null {
  const own = connection.roles.filter(({ role }) => role === 'CPO');
  const isConfirmed = (role: (typeof own)[number]) => connection.confirmed.parties.includes(partyName(role));
  const found = own.find(isConfirmed) ?? own[0] ?? connection.roles[0];
  return hubOf(connection) ?? (found ? { country_code: found.country_code, party_id: found.party_id } : null);
}

async function probeConnection(client: PeerClient, { id, versionsUrl, theirs, encoding }: Connection): Promise<void> {
  if (versionsUrl === null || theirs === null) return;
  const about = { url: versionsUrl, token: theirs, encoding, module: 'versions', connectionId: id };
  try {
    await client.call({ ...about, method: 'GET', limitMs: PROBE_LIMIT_MS });
  } catch (error) {
    if (!(error instanceof OcpiFailure)) throw error;
  }
}

/**
 * True if a response shows that the CPO platform works. If the platform refuses a command or cannot deliver it to the station,
 * the platform itself still works.
 */
export const isWell = ({ module, outcome, status }: Pick<CallFacts, 'module' | 'outcome' | 'status'>): boolean =>
  outcome === 'success' || (module === 'commands' && status !== 401 && (outcome === 'refused' || outcome === 'undelivered'));

export type PeerEndpoint = Omit<PeerRequest, 'method' | 'body' | 'limitMs' | 'signal'> & {
  version: NonNullable<Connection['version']>;
  sendsNulls: boolean;
};

/** Appends a name to an endpoint's URL. The endpoints of some CPO platforms end with a slash. */
export const below = ({ url }: Pick<PeerEndpoint, 'url'>, name: string): string => `${url.replace(/\/+$/, '')}/${name}`;

/** Returns the connection's id, for example 'town' for the station source 'ocpi:town'. */
export const connectionOf = ({ source }: Pick<StationAddress, 'source'>): string => source.slice(source.indexOf(':') + 1);
