import type { Person } from '../../../shared/console/signedIn.ts';

/**
 * A staff member. `account` consists of issuer and subject of the sign-in; null if the person has no account or the account is
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
 * Returns whether two identities may belong to one person. If both have accounts of the same issuer, the accounts decide.
 * Otherwise the names decide.
 */
export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.account !== null && other.account !== null && issuerOf(one.account) === issuerOf(other.account))
    return one.account === other.account;
  return isSameName(one.name, other.name);
}

const issuerOf = (account: string): string => account.split(' ', 1)[0] ?? '';

/**
 * Returns whether two names of the audit log may belong to one person. A name from a sign-in ends with a verified id in
 * brackets: 'Ada Lovelace (ada@example.org)'. Names match if the ids are equal, if the names are equal regardless of case,
 * accents, word order and punctuation, or if one name equals the other's id.
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
