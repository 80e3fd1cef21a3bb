import type { StationAddress } from '../../operator/stationPort.ts';
import type { Connection, Connections } from './registration/connections.ts';
import type { OurPlatform } from './registration/registration.ts';
import type { CallAsk, OcpiAnswer, PeerClient } from './transport/client.ts';

export interface PeersDependencies {
  connections: Connections;
  client: PeerClient;
  us: OurPlatform;
  now(): Date;
}

export type Peers = ReturnType<typeof createPeers>;

/** A peer that has not answered for so long is taken for one that cannot be reached. */
const SILENT_MS = 10 * 60_000;

/** Active connections as this process knows them, and how to ask them something. */
export function createPeers({ connections, client, us, now }: PeersDependencies) {
  let active = new Map<string, Connection>();
  const failingSince = new Map<string, number>();

  const noteOutcome = (id: string, isWell: boolean) => {
    if (isWell) failingSince.delete(id);
    else if (!failingSince.has(id)) failingSince.set(id, now().getTime());
  };

  return {
    /** Looks up who there is. */
    async refresh(): Promise<readonly Connection[]> {
      const all = (await connections.list()).filter(({ state, theirs }) => state === 'active' && theirs !== null);
      active = new Map(all.map(connection => [connection.id, connection]));
      return all;
    },
    isReachable(id: string): boolean {
      const since = failingSince.get(id);
      return active.has(id) && (since === undefined || now().getTime() - since < SILENT_MS);
    },
    /** Whether it wants to know what drivers have paid (2.3.0 with Payments). */
    hearsOfPayments: (id: string): boolean =>
      active.get(id)?.endpoints.some(({ identifier, role }) => identifier === 'payments' && role === 'RECEIVER') ?? false,
    failing: (): readonly string[] => [...failingSince.keys()].filter(id => active.has(id)),
    /** What a call to a module needs; null: the peer has no such module, or is none of ours. */
    async way(id: string, module: string, role: 'SENDER' | 'RECEIVER', address?: StationAddress): Promise<Way | null> {
      const connection = await connections.get(id);
      if (connection?.state !== 'active' || connection.theirs === null) return null;
      const endpoint = connection.endpoints.find(each => each.identifier === module && each.role === role);
      const cpo = connection.roles.find(each => each.role === 'CPO') ?? connection.roles[0];
      if (!endpoint || !cpo) return null;
      const to = address ? { country_code: address.countryCode, party_id: address.partyId } : cpo;
      return {
        url: endpoint.url,
        token: connection.theirs,
        encoding: connection.encoding,
        module,
        route: { from: us.party, to: { country_code: to.country_code, party_id: to.party_id } },
        version: connection.version ?? '2.2.1',
      };
    },
    /** @throws OcpiFailure */
    async call(id: string, ask: CallAsk): Promise<OcpiAnswer> {
      try {
        const answer = await client.call(ask);
        noteOutcome(id, true);
        return answer;
      } catch (error) {
        noteOutcome(id, false);
        throw error;
      }
    },
    noteOutcome,
  };
}

export type Way = Omit<CallAsk, 'method' | 'body' | 'limitMs' | 'signal'> & { version: NonNullable<Connection['version']> };

/** 'ocpi:town' → 'town'. */
export const connectionOf = ({ source }: StationAddress): string => source.slice(source.indexOf(':') + 1);
