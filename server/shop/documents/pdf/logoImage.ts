import { inflateSync } from 'node:zlib';

/** pdfkit's image object, which its types lack. */
interface OpenImage {
  colorSpace?: string;
}
type ImageOpener = PDFKit.PDFDocument & { openImage(bytes: Buffer): OpenImage };

/**
 * Opens a logo for drawing.
 * @returns null if the logo is damaged, or in CMYK colours, which PDF/A-3 with an sRGB profile forbids
 */
export function openLogo(pdf: PDFKit.PDFDocument, bytes: Buffer): PDFKit.Mixins.ImageSrc | null {
  try {
    if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) checkPng(bytes);
    const image = (pdf as ImageOpener).openImage(bytes);
    return image.colorSpace === 'DeviceCMYK' ? null : (image as PDFKit.Mixins.ImageSrc);
  } catch {
    return null;
  }
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MAX_PIXEL_BYTES = 64 * 1024 * 1024;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of each pass of an interlaced PNG (PNG § 8.2): x, y, dx, dy. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Checks that the pixels of a PNG can be decoded. pdfkit decodes transparent images in a callback, where an error would end the
 * process.
 * @throws Error if the image is damaged
 */
function checkPng(bytes: Buffer): void {
  const header = bytes.subarray(16, 29);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixelBits = header.readUInt8(8) * (CHANNELS[header.readUInt8(9)] ?? Number.NaN);
  const passes = header.readUInt8(12) === 1 ? PASSES : [[0, 0, 1, 1] as const];
  const pixels = inflateSync(pixelData(bytes), { maxOutputLength: MAX_PIXEL_BYTES });
  let at = 0;
  for (const [x, y, dx, dy] of passes) {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    if (columns <= 0) continue;
    const rowBytes = 1 + Math.ceil((columns * pixelBits) / 8);
    for (let row = 0; row < rows; row += 1, at += rowBytes) {
      if (pixels.readUInt8(at) > 4) throw new Error('Unknown filter');
    }
  }
  if (pixels.length !== at) throw new Error('Pixels missing');
}

/** Concatenates the data of all IDAT chunks. A chunk consists of length, type, data and checksum. */
function pixelData(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  return Buffer.concat(parts);
}
