import type { CredentialsRole } from '../messages/credentials.ts';
import type { OcpiVersion } from '../messages/message.ts';
import type { OcpiEndpoint } from '../messages/versions.ts';
import { isSameHash, type TokenEncoding, tokenCandidates, tokenHash } from '../transport/tokens.ts';
import { type ConfirmedParties, NO_PARTIES, type Represents, representationOf } from './parties.ts';

/** An operator's settings for one connection. */
export interface SellingSwitches {
  /** EVSEs count as remotely startable although their capabilities do not include that. */
  assumesRemoteStart: boolean;
  /** Tariffs of type REGULAR, for customers with a contract, apply to all drivers. */
  sellsRegularTariffs: boolean;
  /** A tariff's statement that no VAT is due is accepted. */
  acceptsZeroVat: boolean;
  /** Whether prices include VAT in tariffs without `tax_included`. Null: not decided, so prices are net. */
  taxIncluded: 'YES' | 'NO' | null;
  /** Optional fields are sent as null, because the platform's schema requires the keys. */
  sendsNulls: boolean;
}

/** 'left': either side has ended the connection, or the registration was never completed. */
export type ConnectionState = 'invited' | 'registering' | 'active' | 'left';

/**
 * A token that the platform may send. During a change of tokens several are valid, because the app cannot know which one the
 * platform uses.
 */
interface AcceptedToken {
  hash: string;
  /** Expiry in epoch milliseconds. Null: valid until another token replaces this one. */
  until: number | null;
}

/** Written agreements with a platform. */
export interface Agreement {
  /** The party that invoices the driver. Without an agreement, a CDR's `invoice_reference_id` can refer to any later invoice. */
  invoices: 'ours' | 'cpo';
  /** The platform's prices are what the shop pays to the CPO. They are not the prices for drivers. */
  isWholesale: boolean;
}

export const NOTHING_AGREED: Agreement = { invoices: 'ours', isWholesale: false };

/** The data of one platform as plain JSON. The store encrypts `theirs`. */
export interface Connection {
  id: string;
  /** Incremented with every change. */
  revision: number;
  state: ConnectionState;
  version: OcpiVersion | null;
  versionsUrl: string | null;
  /** Hosts of other sites that the operator has confirmed. */
  confirmedHosts: readonly string[];
  endpoints: readonly OcpiEndpoint[];
  /** The roles in the platform's credentials. They are claims and represent nothing without confirmation. */
  roles: readonly CredentialsRole[];
  /** Country code and party id in one string (OCPI 2.3.0). */
  hubParty: string | null;
  /** The claims that a person has confirmed. */
  confirmed: ConfirmedParties;
  /** When the platform last claimed a new party or hub, in epoch milliseconds. Missing: no new claims since the first ones. */
  claimedAt?: number;
  encoding: TokenEncoding;
  /** The token that the app sends to the platform. */
  theirs: string | null;
  /** The tokens that the platform may send, oldest first. */
  ours: readonly AcceptedToken[];
  /** A token for a platform that registers itself. Valid once, and only for the registration. */
  invitation: { hash: string; isUsed: boolean } | null;
  /** The operator's settings. Missing: the defaults. */
  switches?: Partial<SellingSwitches>;
  /** Missing: nothing was agreed. */
  agreed?: Agreement;
  /** Times of the last completed and the last attempted renewal of both tokens, in epoch milliseconds. Missing: unknown. */
  renewedAt?: number;
  renewalTriedAt?: number;
}

export interface Connections {
  get(id: string): Promise<Connection | null>;
  /**
   * Stores the connection.
   * @returns false if the connection has changed since this revision was read. Nothing is stored then
   */
  put(connection: Connection): Promise<boolean>;
  list(): Promise<readonly Connection[]>;
}

const newConnection = (id: string): Connection => ({
  id,
  revision: 0,
  state: 'left',
  version: null,
  versionsUrl: null,
  confirmedHosts: [],
  endpoints: [],
  roles: [],
  hubParty: null,
  confirmed: NO_PARTIES,
  encoding: 'base64',
  theirs: null,
  ours: [],
  invitation: null,
});

const MAX_ATTEMPTS = 5;

/**
 * Reads, changes and stores a connection. Retries after a concurrent change.
 * @throws Error after 5 attempts
 */
export async function changeConnection(
  connections: Connections,
  id: string,
  change: (current: Connection) => Partial<Connection>,
): Promise<Connection> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const current = (await connections.get(id)) ?? newConnection(id);
    const changed = { ...current, ...change(current), revision: current.revision + 1 };
    if (await connections.put(changed)) return changed;
  }
  throw new Error(`connection ${id} changes too often`);
}

/** The sender of a request. */
export interface Caller {
  connection: Connection;
  /** Parties whose objects are accepted from the caller. */
  represents: Represents;
  /** 'used invitation' grants no access. It is recognized so that a second use differs from an unknown token. */
  by: 'token' | 'invitation' | 'used invitation';
  /** The token as presented. The credentials object in the response repeats this token. */
  token: string;
}

/**
 * Finds the sender of a request by the token. The first use of a new token invalidates the older ones.
 * @returns null if the token is unknown
 */
export async function findCaller({
  connections,
  authorization,
  nowMs,
}: {
  connections: Connections;
  authorization: string | undefined;
  nowMs: number;
}): Promise<Caller | null> {
  const candidates = tokenCandidates(authorization).map(token => ({ token, hash: tokenHash(token) }));
  if (candidates.length === 0) return null;
  const all = await connections.list();
  for (const connection of all) {
    const found = callerOf({ connection, candidates, nowMs });
    if (found === null) continue;
    const { at, ...caller } = found;
    if (connection.ours.slice(0, at).some(({ until }) => until !== null)) await dropOlder({ connections, connection, at });
    return { ...caller, represents: representationOf(connection, all) };
  }
  return null;
}

interface CallerOptions {
  connection: Connection;
  candidates: readonly { token: string; hash: string }[];
  nowMs: number;
}

function callerOf({ connection, candidates, nowMs }: CallerOptions): (Omit<Caller, 'represents'> & { at: number }) | null {
  const { ours, invitation } = connection;
  for (const { token, hash } of candidates) {
    const at = ours.findLastIndex(each => isSameHash(each.hash, hash) && (each.until === null || nowMs < each.until));
    if (at >= 0) return { connection, by: 'token', token, at };
    if (invitation && isSameHash(invitation.hash, hash))
      return { connection, by: invitation.isUsed ? 'used invitation' : 'invitation', token, at: 0 };
  }
  return null;
}

/**
 * Removes the expiring tokens before the used one. Tokens without an expiry belong to a change that is not confirmed yet, and
 * stay.
 */
async function dropOlder({ connections, connection, at }: { connections: Connections; connection: Connection; at: number }) {
  const used = connection.ours[at]?.hash;
  await changeConnection(connections, connection.id, current => {
    const index = current.ours.findIndex(({ hash }) => hash === used);
    return { ours: current.ours.filter(({ until }, n) => n >= index || until === null) };
  });
}
