/**
 * Whether two names in the audit may be of one person. A provider's name ends with its sure id in brackets, 'Ada Lovelace
 * (ada@example.org)'. The same id is the same person, and so is the same name, whatever its case, accents, order and signs: an
 * address that was confirmed since makes nobody another person.
 */
export function isSamePerson(one: string, other: string): boolean {
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
