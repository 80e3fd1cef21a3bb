import qrcode from 'qrcode-generator';

/** Signs that a code holds in 5.5 bits instead of 8 (ISO/IEC 18004): the code is coarser, and read from farther away. */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/** Where the short link of a point leads, in capitals where all of it may be written so: host and path read them the same. */
export function labelAddress(origin: string, evseId: string): string {
  const address = `${origin}/q/${evseId}`;
  const capitals = address.toUpperCase();
  return ALPHANUMERIC.test(capitals) ? capitals : address;
}

/** Dark modules of a code, row by row. A quarter of it may be scratched off (level Q). */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  // As small as the text allows.
  const code = qrcode(0, 'Q');
  code.addData(text, ALPHANUMERIC.test(text) ? 'Alphanumeric' : 'Byte');
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  return indexes.map(row => indexes.map(column => code.isDark(row, column)));
}
