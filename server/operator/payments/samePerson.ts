/**
 * Whether two names in the audit may be of one person. A provider's name ends with its sure id in brackets, 'Ada Lovelace
 * (ada@example.org)': two of these are one person where that is the same. Otherwise names decide, whatever their case, accents,
 * order and signs.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.id !== '' && b.id !== '') return a.id === b.id;
  return a.name === b.name || a.name === wordsOf(b.id) || b.name === wordsOf(a.id);
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
