import type { CredentialsRole } from '../messages/credentials.ts';
import type { Party } from '../transport/headers.ts';

/** What a person has confirmed that a connection represents. Names are written 'DE*CPO', in capitals. */
export interface ConfirmedParties {
  /** Through a hub also 'DE', every party of a country, and 'all'. */
  parties: readonly string[];
  /** The hub's own party; null: the connection is confirmed as no hub. */
  hub: string | null;
}

export const NO_PARTIES: ConfirmedParties = { parties: [], hub: null };
/** What a confirmed hub reaches where nothing narrower is named. */
const ALL_PARTIES = 'all';

/** What a peer says of itself in its credentials. */
interface Claims {
  roles: readonly CredentialsRole[];
  hubParty: string | null;
}
interface Confirmed extends Claims {
  confirmed: ConfirmedParties;
}
/** Of a connection, what decides about its parties. */
interface Standing extends Confirmed {
  id: string;
  state: string;
}

export const partyName = ({ country_code, party_id }: Party): string => `${country_code}*${party_id}`.toUpperCase();

/** The hub that a peer says it is: 2.2.1 by a role, 2.3.0 in a field. Null: it says nothing of the kind. */
function claimedHub({ roles, hubParty }: Claims): Party | null {
  if (hubParty !== null) return { country_code: hubParty.slice(0, 2), party_id: hubParty.slice(2) };
  const hub = roles.find(({ role }) => role === 'HUB');
  return hub ? { country_code: hub.country_code, party_id: hub.party_id } : null;
}

const claimedParties = ({ roles }: Pick<Claims, 'roles'>): string[] => [
  ...new Set(roles.filter(({ role }) => role === 'CPO').map(partyName)),
];

/** Everything that a peer claims. Only for connections of versions that did not ask which parties a connection represents. */
export function confirmedAsClaimed(claims: Claims): ConfirmedParties {
  const hub = claimedHub(claims);
  return { parties: hub ? [ALL_PARTIES] : claimedParties(claims), hub: hub && partyName(hub) };
}

/** Through whom other parties are reached; null: the connection speaks for its own parties. A claim alone makes no hub. */
export function hubOf(connection: Confirmed): Party | null {
  const hub = claimedHub(connection);
  return hub && connection.confirmed.hub === partyName(hub) ? hub : null;
}

/** Of a direct connection: what is confirmed and still claimed. */
function directParties(connection: Standing): string[] {
  if (connection.state !== 'active' || hubOf(connection) !== null) return [];
  const claimed = claimedParties(connection);
  return connection.confirmed.parties.filter(party => claimed.includes(party));
}

const matches = (patterns: readonly string[], party: string): boolean =>
  patterns.some(pattern => pattern === ALL_PARTIES || pattern === party || party.startsWith(`${pattern}*`));

/** What a person names; a hub that is named alone reaches all parties that clients name. */
export const confirmedAs = ({ parties, hub }: ConfirmedParties): ConfirmedParties => ({
  parties: hub !== null && parties.length === 0 ? [ALL_PARTIES] : parties,
  hub,
});

export type Represents = (party: string) => boolean;

/**
 * Which parties a connection represents, among all connections: what is confirmed and claimed. A hub of 2.2.1 claims only itself, one of
 * 2.3.0 each party it reaches (OCPI 2.3.0 credentials). No hub represents a party that a direct connection represents.
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

/** What is confirmed and counts, for people: of a hub what it reaches as it was confirmed, and the hub itself. */
export function representedParties(connection: Standing, all: readonly Standing[]): readonly string[] {
  const hub = hubOf(connection);
  if (hub === null) return directParties(connection);
  const represents = representationOf(connection, all);
  const reached = connection.confirmed.parties.filter(party => !party.includes('*') || represents(party));
  return [`${partyName(hub)} (hub)`, ...reached];
}

/** A claim that no person has confirmed. */
export interface WaitingClaim {
  party: string;
  isHub: boolean;
  /** Other connections that represent the party. */
  heldBy: readonly string[];
}

/** What a peer claims and nobody has confirmed: nothing of it is accepted or sold. */
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

/** Other direct connections that represent a party of this one. Only connections of earlier versions share parties. */
export const sharedParties = (connection: Standing, all: readonly Standing[]): readonly Omit<WaitingClaim, 'isHub'>[] =>
  directParties(connection).flatMap(party => {
    const heldBy = all.filter(other => other.id !== connection.id && directParties(other).includes(party)).map(({ id }) => id);
    return heldBy.length > 0 ? [{ party, heldBy }] : [];
  });

/** 'DE*BLF (held by two)'; empty: no party is shared. */
export const sharedInWords = (connection: Standing, all: readonly Standing[]): string =>
  claimsInWords(sharedParties(connection, all).map(shared => ({ ...shared, isHub: false })));

const MAX_NAMED = 10;

/** 'DE*BLF (held by two), DE*HUB as a hub'; empty: nothing waits. */
export function claimsInWords(claims: readonly WaitingClaim[]): string {
  const named = claims.slice(0, MAX_NAMED).map(({ party, isHub, heldBy }) => {
    const holders = heldBy.length > 0 ? ` (held by ${heldBy.join(', ')})` : '';
    return `${party}${isHub ? ' as a hub' : ''}${holders}`;
  });
  const more = claims.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** New claims of a peer. What it claims no more is confirmed no more; what is new waits. */
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

/** A party belongs to one direct connection: what another one holds is taken out of what this one newly holds. */
export function withoutHeld<C extends Standing>(connection: C, before: Standing | null, others: readonly Standing[]): C {
  const held = new Set(others.flatMap(directParties));
  const had = before ? directParties(before) : [];
  const transferred = directParties(connection).filter(party => held.has(party) && !had.includes(party));
  if (transferred.length === 0) return connection;
  const parties = connection.confirmed.parties.filter(party => !transferred.includes(party));
  return { ...connection, confirmed: { ...connection.confirmed, parties } };
}

/** Whether an address or object names a party at all, and one that is represented. */
export const isRepresented = (represents: Represents, party: Party): boolean =>
  /^[A-Za-z]{2}$/.test(party.country_code) && /^[A-Za-z0-9]{3}$/.test(party.party_id) && represents(partyName(party));
