import type { CredentialsRole } from '../messages/credentials.ts';
import type { OcpiVersion } from '../messages/message.ts';
import type { OcpiEndpoint } from '../messages/versions.ts';
import { isSameHash, type TokenEncoding, tokenCandidates, tokenHash } from '../transport/tokens.ts';
import { type ConfirmedParties, NO_PARTIES, type Represents, representationOf } from './parties.ts';

/** What an operator has decided for one connection. */
export interface SellingSwitches {
  /** Its EVSEs can be started from afar although they do not say so. */
  assumesRemoteStart: boolean;
  /** Tariffs for customers with a contract hold for everybody. */
  sellsRegularTariffs: boolean;
  /** Where a tariff states that no VAT is due, none is. */
  acceptsZeroVat: boolean;
  /** Whether prices have VAT in tariffs that do not say so; null: not decided, and they have none. */
  taxIncluded: 'YES' | 'NO' | null;
  /** Optional fields of what is sent to it are sent as null: its schema demands the keys. */
  sendsNulls: boolean;
}

/** 'left': either side has ended it, or it was never whole. */
export type ConnectionState = 'invited' | 'registering' | 'active' | 'left';

/** A token that the peer sends. While tokens change several are valid, for nobody can know which one the peer holds. */
interface AcceptedToken {
  hash: string;
  /** Epoch milliseconds; null: until another has taken its place. */
  until: number | null;
}

/** What was agreed with a peer in writing. */
export interface Agreement {
  /** Who invoices the driver. By itself a CDR's `invoice_reference_id` means any later invoice. */
  invoices: 'ours' | 'cpo';
  /** Its prices are what we pay it: they say nothing of what a driver pays. */
  isWholesale: boolean;
}

export const NOTHING_AGREED: Agreement = { invoices: 'ours', isWholesale: false };

/** What is kept of one peer. Plain JSON; whoever stores it encrypts `theirs`. */
export interface Connection {
  id: string;
  /** Counted up with every change. */
  revision: number;
  state: ConnectionState;
  version: OcpiVersion | null;
  versionsUrl: string | null;
  /** Hosts outside the peer's own that the operator has confirmed. */
  confirmedHosts: readonly string[];
  endpoints: readonly OcpiEndpoint[];
  /** As the peer names them: claims, which represent nothing by themselves. */
  roles: readonly CredentialsRole[];
  /** 2.3.0: country and party in one word. */
  hubParty: string | null;
  /** What of it a person has confirmed. */
  confirmed: ConfirmedParties;
  /** When the peer claimed a party or hub last that it had not claimed before; epoch milliseconds, missing: with the first claims. */
  claimedAt?: number;
  encoding: TokenEncoding;
  /** What is sent to the peer. */
  theirs: string | null;
  /** Oldest first. */
  ours: readonly AcceptedToken[];
  /** Given to a peer that is to begin; it opens registration and nothing else, once. */
  invitation: { hash: string; isUsed: boolean } | null;
  /** What its operator has decided of what it sells; missing: nothing. */
  switches?: Partial<SellingSwitches>;
  /** Missing: nothing. */
  agreed?: Agreement;
  /** When both sides last got new tokens, and when that was last tried; epoch milliseconds, missing: not known. */
  renewedAt?: number;
  renewalTriedAt?: number;
}

export interface Connections {
  get(id: string): Promise<Connection | null>;
  /** False: somebody else has changed it since this revision was read, and nothing was stored. */
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

/** Reads, changes and stores, and does so again when somebody else was faster. */
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

/** Who is asking. */
export interface Caller {
  connection: Connection;
  /** Parties whose objects are taken of it. */
  represents: Represents;
  /** 'used invitation' is let in nowhere; it is known so that its second use can be told from a stranger's. */
  by: 'token' | 'invitation' | 'used invitation';
  /** As it was presented: the credentials object repeats it. */
  token: string;
}

/** Null: a stranger. An older token dies with the first use of the one that replaced it. */
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

/** Those without an end are of a change that nobody has confirmed yet. */
async function dropOlder({ connections, connection, at }: { connections: Connections; connection: Connection; at: number }) {
  const used = connection.ours[at]?.hash;
  await changeConnection(connections, connection.id, current => {
    const index = current.ours.findIndex(({ hash }) => hash === used);
    return { ours: current.ours.filter(({ until }, n) => n >= index || until === null) };
  });
}
