import type { CredentialsRole } from '../messages/credentials.ts';
import type { Party } from '../transport/headers.ts';

/** The parties that staff have confirmed for a connection, written as 'DE*CPO', in upper case. */
export interface ConfirmedParties {
  /** 'DE*CPO' names one party. For a hub, 'DE' means all parties of a country, and 'all' means every party. */
  parties: readonly string[];
  /** The hub's own party. Null: the connection is not confirmed as a hub. */
  hub: string | null;
}

export const NO_PARTIES: ConfirmedParties = { parties: [], hub: null };
/** Means every party behind a confirmed hub. Used if staff confirm a hub without naming parties. */
const ALL_PARTIES = 'all';

/** What a CPO platform states about itself in its credentials. */
interface Claims {
  roles: readonly CredentialsRole[];
  hubParty: string | null;
}
interface Confirmed extends Claims {
  confirmed: ConfirmedParties;
}
/** The fields of a connection that decide which parties it represents. */
interface Standing extends Confirmed {
  id: string;
  state: string;
}

export const partyName = ({ country_code, party_id }: Party): string => `${country_code}*${party_id}`.toUpperCase();

/**
 * Returns the hub that a CPO platform claims to be: by a role in OCPI 2.2.1, by a field in 2.3.0. Null: the platform does not
 * claim to be a hub.
 */
function claimedHub({ roles, hubParty }: Claims): Party | null {
  if (hubParty !== null) return { country_code: hubParty.slice(0, 2), party_id: hubParty.slice(2) };
  const hub = roles.find(({ role }) => role === 'HUB');
  return hub ? { country_code: hub.country_code, party_id: hub.party_id } : null;
}

const claimedParties = ({ roles }: Pick<Claims, 'roles'>): string[] => [
  ...new Set(roles.filter(({ role }) => role === 'CPO').map(partyName)),
];

/**
 * Confirms everything that a CPO platform claims. Only for connections of earlier versions of the app, in which staff could not
 * confirm parties.
 */
export function confirmedAsClaimed(claims: Claims): ConfirmedParties {
  const hub = claimedHub(claims);
  return { parties: hub ? [ALL_PARTIES] : claimedParties(claims), hub: hub && partyName(hub) };
}

/**
 * Returns the hub through which other parties are reached. Null: the connection is direct, which is also the case if a platform
 * claims to be a hub without confirmation.
 */
export function hubOf(connection: Confirmed): Party | null {
  const hub = claimedHub(connection);
  return hub && connection.confirmed.hub === partyName(hub) ? hub : null;
}

/** Returns the parties of a direct connection that are both confirmed and still claimed. */
function directParties(connection: Standing): string[] {
  if (connection.state !== 'active' || hubOf(connection) !== null) return [];
  const claimed = claimedParties(connection);
  return connection.confirmed.parties.filter(party => claimed.includes(party));
}

const matches = (patterns: readonly string[], party: string): boolean =>
  patterns.some(pattern => pattern === ALL_PARTIES || pattern === party || party.startsWith(`${pattern}*`));

/** Returns the parties that staff confirm. If staff confirm a hub without naming parties, every party counts as confirmed. */
export const confirmedAs = ({ parties, hub }: ConfirmedParties): ConfirmedParties => ({
  parties: hub !== null && parties.length === 0 ? [ALL_PARTIES] : parties,
  hub,
});

export type Represents = (party: string) => boolean;

/**
 * Returns a function that tells whether a connection may act for a party. Staff must have confirmed the party. A direct
 * connection must also claim the party in its credentials. A hub acts for a party only if no direct connection does. A hub of
 * OCPI 2.3.0 must also claim the party. A hub of 2.2.1 cannot: its credentials name only the hub itself.
 */
export function representationOf(connection: Standing, all: readonly Standing[]): Represents {
  if (connection.state !== 'active') return () => false;
  if (hubOf(connection) === null) {
    const direct = new Set(directParties(connection));
    return party => direct.has(party);
  }
  const { confirmed, roles } = connection;
  const isOpen = roles.some(({ role }) => role === 'HUB');
  const claimed = new Set(claimedParties(connection));
  const held = new Set(all.filter(({ id }) => id !== connection.id).flatMap(directParties));
  return party => matches(confirmed.parties, party) && !held.has(party) && (isOpen || claimed.has(party));
}

/** Returns the represented parties for display. For a hub these are the hub itself and the confirmed parties. */
export function representedParties(connection: Standing, all: readonly Standing[]): readonly string[] {
  const hub = hubOf(connection);
  if (hub === null) return directParties(connection);
  const represents = representationOf(connection, all);
  const reached = connection.confirmed.parties.filter(party => !party.includes('*') || represents(party));
  return [`${partyName(hub)} (hub)`, ...reached];
}

/** A party or hub that a CPO platform claims to be and that staff have not confirmed. */
export interface WaitingClaim {
  party: string;
  isHub: boolean;
  /** Ids of other connections that represent the party. */
  heldBy: readonly string[];
}

/**
 * Returns the parties and hubs that a CPO platform claims to be and that staff have not confirmed. Their objects are neither
 * accepted nor offered to drivers.
 */
export function waitingClaims(connection: Standing, all: readonly Standing[]): readonly WaitingClaim[] {
  if (connection.state !== 'active') return [];
  const { confirmed } = connection;
  const [hub, isHub] = [claimedHub(connection), hubOf(connection) !== null];
  const open = claimedParties(connection).filter(party =>
    isHub ? !matches(confirmed.parties, party) && party !== confirmed.hub : !confirmed.parties.includes(party),
  );
  const heldBy = (party: string) =>
    all.filter(other => other.id !== connection.id && representationOf(other, all)(party)).map(({ id }) => id);
  return [
    ...open.map(party => ({ party, isHub: false, heldBy: heldBy(party) })),
    ...(hub && !isHub ? [{ party: partyName(hub), isHub: true, heldBy: [] }] : []),
  ];
}

/**
 * Returns the parties that another direct connection also represents. Possible only for connections of earlier versions of the
 * app.
 */
export const sharedParties = (connection: Standing, all: readonly Standing[]): readonly Omit<WaitingClaim, 'isHub'>[] =>
  directParties(connection).flatMap(party => {
    const heldBy = all.filter(other => other.id !== connection.id && directParties(other).includes(party)).map(({ id }) => id);
    return heldBy.length > 0 ? [{ party, heldBy }] : [];
  });

/**
 * Describes the shared parties, for example 'DE*BLF (held by two)', where 'two' is the id of another connection. Empty: no party
 * is shared.
 */
export const sharedInWords = (connection: Standing, all: readonly Standing[]): string =>
  claimsInWords(sharedParties(connection, all).map(shared => ({ ...shared, isHub: false })));

const MAX_NAMED = 10;

/**
 * Describes unconfirmed claims, for example 'DE*BLF (held by two), DE*HUB as a hub', where 'two' is the id of another
 * connection. Empty: there are no unconfirmed claims.
 */
export function claimsInWords(claims: readonly WaitingClaim[]): string {
  const named = claims.slice(0, MAX_NAMED).map(({ party, isHub, heldBy }) => {
    const holders = heldBy.length > 0 ? ` (held by ${heldBy.join(', ')})` : '';
    return `${party}${isHub ? ' as a hub' : ''}${holders}`;
  });
  const more = claims.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/**
 * Applies the parties and the hub of new credentials. A party that is no longer claimed loses its confirmation. A newly claimed
 * party needs a confirmation.
 */
export function withClaims(before: Confirmed, claims: Claims, nowMs: number): Confirmed & { claimedAt?: number } {
  const { confirmed } = before;
  const [was, is] = [claimedParties(before), claimedParties(claims)];
  const hub = claimedHub(claims);
  const hubBefore = claimedHub(before);
  const isNewHub = hub !== null && (hubBefore === null || partyName(hubBefore) !== partyName(hub));
  const isNew = isNewHub || is.some(party => !was.includes(party));
  const isDropped = (party: string) => was.includes(party) && !is.includes(party);
  const isSameHub = confirmed.hub !== null && hub !== null && partyName(hub) === confirmed.hub;
  const wasHub = hubOf(before) !== null;
  const parties = confirmed.parties.filter(party => !isDropped(party) && (isSameHub || !wasHub || party.includes('*')));
  return {
    ...claims,
    confirmed: { parties, hub: isSameHub || hubBefore === null ? confirmed.hub : null },
    ...(isNew ? { claimedAt: nowMs } : {}),
  };
}

/**
 * Removes the parties from `connection` that another direct connection represents, because a party has only one direct
 * connection. Parties that `before` has already represented stay.
 */
export function withoutHeld<C extends Standing>(connection: C, before: Standing | null, others: readonly Standing[]): C {
  const held = new Set(others.flatMap(directParties));
  const had = before ? directParties(before) : [];
  const transferred = directParties(connection).filter(party => held.has(party) && !had.includes(party));
  if (transferred.length === 0) return connection;
  const parties = connection.confirmed.parties.filter(party => !transferred.includes(party));
  return { ...connection, confirmed: { ...connection.confirmed, parties } };
}

/** True if the party's codes are valid and the connection represents it. */
export const isRepresented = (represents: Represents, party: Party): boolean =>
  /^[A-Za-z]{2}$/.test(party.country_code) && /^[A-Za-z0-9]{3}$/.test(party.party_id) && represents(partyName(party));
