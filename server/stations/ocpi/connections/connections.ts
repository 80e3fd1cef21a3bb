import type { CredentialsRole } from '../messages/credentials.ts';
import type { OcpiVersion } from '../messages/message.ts';
import type { OcpiEndpoint } from '../messages/versions.ts';
import { isSameHash, type TokenEncoding, tokenCandidates, tokenHash } from '../transport/tokens.ts';
import { type ConfirmedParties, NO_PARTIES, type Represents, representationOf } from './parties.ts';

/** The operator's settings for a connection. */
export interface SellingSwitches {
  /** True: EVSEs count as remotely startable even if their capabilities do not say so. */
  assumesRemoteStart: boolean;
  /** True: tariffs of type REGULAR are offered to all drivers. In OCPI they are for customers with a contract. */
  sellsRegularTariffs: boolean;
  /** True: if a CPO states that no VAT is due, the tariff is offered, even if the brand has a VAT rate. */
  acceptsZeroVat: boolean;
  /** Whether a tariff without `tax_included` includes VAT. Null: undecided, so its prices count as net. */
  taxIncluded: 'YES' | 'NO' | null;
  /** True: optional fields are sent as null instead of left out, because the CPO platform requires the keys. */
  sendsNulls: boolean;
}

/** 'left': either side has ended the connection, or registration has not begun. */
export type ConnectionState = 'invited' | 'registering' | 'active' | 'left';

/**
 * Hash of a token that the CPO platform may send. While tokens are being replaced, several are valid, because the app cannot
 * know which one the platform uses.
 */
interface AcceptedToken {
  hash: string;
  /** Expiry in epoch milliseconds. Null: valid until another token replaces this one. */
  until: number | null;
}

/** What the operator and the CPO have agreed in writing. */
export interface Agreement {
  /**
   * Who invoices the driver. Without an agreement this is the app, even if a CDR has an `invoice_reference_id`, which may name
   * any later invoice.
   */
  invoices: 'ours' | 'cpo';
  /** True: the CPO platform's prices are what the operator pays to the CPO, not what drivers pay. */
  isWholesale: boolean;
}

export const NOTHING_AGREED: Agreement = { invoices: 'ours', isWholesale: false };

/** The connection to one CPO platform, as plain JSON. The store encrypts `theirs`. */
export interface Connection {
  id: string;
  /** Incremented with every change of the connection. */
  revision: number;
  state: ConnectionState;
  version: OcpiVersion | null;
  versionsUrl: string | null;
  /** Hosts outside the CPO platform's own site to which the operator allows tokens to be sent. */
  confirmedHosts: readonly string[];
  endpoints: readonly OcpiEndpoint[];
  /**
   * The roles in the CPO platform's credentials. They are only claims: the connection represents a party only if staff have
   * confirmed it.
   */
  roles: readonly CredentialsRole[];
  /** The hub's country code and party id in one string, as in OCPI 2.3.0. Null: the credentials have no such field. */
  hubParty: string | null;
  /** The claimed parties that staff have confirmed. */
  confirmed: ConfirmedParties;
  /**
   * When the CPO platform last claimed an additional party or hub, in epoch milliseconds. Missing: none since the registration.
   */
  claimedAt?: number;
  encoding: TokenEncoding;
  /** The token that the app sends to the CPO platform. Null: the app is not registered there. */
  theirs: string | null;
  /** The tokens that the CPO platform may send to the app, oldest first. */
  ours: readonly AcceptedToken[];
  /** A token with which the CPO platform can register itself once. It grants nothing else. Null: no invitation is open. */
  invitation: { hash: string; isUsed: boolean } | null;
  /** The operator's settings. Missing keys have their defaults. */
  switches?: Partial<SellingSwitches>;
  /** Missing: nothing was agreed, so `NOTHING_AGREED` applies. */
  agreed?: Agreement;
  /**
   * `renewedAt`: when both sides' tokens were last renewed. `renewalTriedAt`: when a renewal was last tried. Both in epoch
   * milliseconds. Missing: unknown or never.
   */
  renewedAt?: number;
  renewalTriedAt?: number;
}

export interface Connections {
  get(id: string): Promise<Connection | null>;
  /**
   * Stores the connection.
   * @returns false, and stores nothing, if another write has changed the connection in the meantime
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

/** The sender of a request: a CPO platform, identified by its token. */
export interface Caller {
  connection: Connection;
  /** Tells whether objects of a party are accepted from the caller. */
  represents: Represents;
  /** How the caller was identified. A 'used invitation' grants no access, but is known, unlike an invalid token. */
  by: 'token' | 'invitation' | 'used invitation';
  /** The token that the caller presented. The response to a request for credentials repeats it. */
  token: string;
}

/**
 * Finds the caller by the token. When a new token is used for the first time, the older tokens become invalid.
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
 * Removes expiring tokens that are older than the token in use. Tokens without an expiry belong to an unfinished replacement and
 * stay.
 */
async function dropOlder({ connections, connection, at }: { connections: Connections; connection: Connection; at: number }) {
  const used = connection.ours[at]?.hash;
  await changeConnection(connections, connection.id, current => {
    const index = current.ours.findIndex(({ hash }) => hash === used);
    return { ours: current.ours.filter(({ until }, n) => n >= index || until === null) };
  });
}
