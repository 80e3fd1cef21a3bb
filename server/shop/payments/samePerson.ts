import type { Person } from '../../../shared/console/signedIn.ts';

/** Who has acted. `account`: issuer and subject at the sign-in provider; null: none, or not known. */
export interface Identity {
  name: string;
  account: string | null;
}

export const identityOf = ({ name, account = null }: Pick<Person, 'name'> & { account?: string | null }): Identity => ({
  name,
  account,
});

/**
 * Whether two who acted may be one person. Two accounts of one provider are two people, however alike their names are, and one
 * account is one person under every name. Where one of them has no account, or the issuers differ, the names decide.
 */
export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.account !== null && other.account !== null && issuerOf(one.account) === issuerOf(other.account))
    return one.account === other.account;
  return isSameName(one.name, other.name);
}

const issuerOf = (account: string): string => account.split(' ', 1)[0] ?? '';

/**
 * Whether two names in the audit may be of one person. A provider's name ends with its sure id in brackets, 'Ada Lovelace
 * (ada@example.org)'. The same id is the same person, and so is the same name, whatever its case, accents, order and signs: an
 * address that was confirmed since makes nobody another person.
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
