/** The characters 0x80 to 0x9f of Windows code page 1252. Null: the code is not used. */
const MIDDLE = [
  ...['€', null, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', null, 'Ž', null],
  ...[null, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', null, 'ž', 'Ÿ'],
];
const BYTE_BY_CHAR = new Map(MIDDLE.flatMap((letter, n) => (letter === null ? [] : [[letter, 0x80 + n] as const])));

/**
 * Encodes a text in Windows code page 1252. A character that is missing there becomes its base letter, or else a question mark.
 */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')].map(byteOf));
}

function byteOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0x3f;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const byte = BYTE_BY_CHAR.get(letter);
  if (byte !== undefined) return byte;
  const plain = letter.normalize('NFD').codePointAt(0) ?? 0x3f;
  return plain < 0x80 ? plain : 0x3f;
}
