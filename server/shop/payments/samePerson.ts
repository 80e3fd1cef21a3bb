import type { Person } from '../../../shared/console/signedIn.ts';

/**
 * The person who acted. `account`: issuer and subject at the sign-in provider; null if there is no account or the account is
 * unknown.
 */
export interface Identity {
  name: string;
  account: string | null;
}

export const identityOf = ({ name, account = null }: Pick<Person, 'name'> & { account?: string | null }): Identity => ({
  name,
  account,
});

/**
 * Whether two actors may be one person. Two accounts of one sign-in provider are two people, and one account is one person,
 * whatever the names. If one actor has no account, or if the issuers differ, the names decide.
 */
export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.account !== null && other.account !== null && issuerOf(one.account) === issuerOf(other.account))
    return one.account === other.account;
  return isSameName(one.name, other.name);
}

const issuerOf = (account: string): string => account.split(' ', 1)[0] ?? '';

/**
 * Whether two names in the audit may belong to one person. A name from a sign-in provider ends with a verified id in brackets:
 * 'Ada Lovelace (ada@example.org)'. The names belong to one person if the ids are equal, or if the names are equal regardless of
 * case, accents, word order and punctuation. A name may also equal the other id, because an address may have been verified
 * later.
 */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const isSameId = a.id !== '' && a.id === b.id;
  return isSameId || a.name === b.name || a.name === wordsOf(b.id) || b.name === wordsOf(a.id);
}

function partsOf(text: string): { name: string; id: string } {
  const [, name = text, id = ''] = /^(.+)\(([^()]+)\)\s*$/s.exec(text) ?? [];
  return { name: wordsOf(name), id: id.trim().toLowerCase() };
}

const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
