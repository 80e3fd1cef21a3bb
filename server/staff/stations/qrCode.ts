import qrcode from 'qrcode-generator';

/**
 * Characters that a QR code stores in 5.5 bits instead of 8 (ISO/IEC 18004). Using only these makes the modules larger, so the
 * QR code can be read from farther away.
 */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/**
 * Returns the short link of a charging point, in capitals if all its characters are in `ALPHANUMERIC`. Capitals are safe,
 * because host and path of short links are not case-sensitive.
 */
export function labelAddress(origin: string, evseId: string): string {
  const address = `${origin}/q/${evseId}`;
  const capitals = address.toUpperCase();
  return ALPHANUMERIC.test(capitals) ? capitals : address;
}

/** Returns the modules of a QR code, row by row; true is dark. With error correction level Q, a quarter of it may be damaged. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  // 0 selects the smallest QR code that can hold the text.
  const code = qrcode(0, 'Q');
  code.addData(text, ALPHANUMERIC.test(text) ? 'Alphanumeric' : 'Byte');
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  return indexes.map(row => indexes.map(column => code.isDark(row, column)));
}
