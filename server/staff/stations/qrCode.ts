import qrcode from 'qrcode-generator';

/**
 * Characters that a QR code stores in 5.5 bits instead of 8 (ISO/IEC 18004). The code then has larger modules and can be read
 * from farther away.
 */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/**
 * The short link of a charging point, in capitals if `ALPHANUMERIC` allows all characters. Host and path are not case-sensitive.
 */
export function labelAddress(origin: string, evseId: string): string {
  const address = `${origin}/q/${evseId}`;
  const capitals = address.toUpperCase();
  return ALPHANUMERIC.test(capitals) ? capitals : address;
}

/** The modules of a QR code, row by row; true is dark. Level Q: a quarter of the code may be damaged. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  // 0 selects the smallest code that holds the text.
  const code = qrcode(0, 'Q');
  code.addData(text, ALPHANUMERIC.test(text) ? 'Alphanumeric' : 'Byte');
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  return indexes.map(row => indexes.map(column => code.isDark(row, column)));
}
