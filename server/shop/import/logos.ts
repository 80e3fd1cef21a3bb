import type { Findings } from '../../core/formats/faults.ts';

interface Image {
  contentType: 'image/svg+xml' | 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

type Refused = { reason: string };

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG_SIGNATURE = Buffer.from('ffd8ff', 'hex');
const SVG_START = /^\uFEFF?\s*<(svg|\?xml)[\s>]/;
/** Content of SVG files that could run code or load data if a browser opens the logo's address directly. */
const SVG_FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<script/i, 'has a <script>'],
  [/[\s"'/]on[a-z]+\s*=/i, 'has an event attribute (on…=)'],
  [/javascript:/i, 'has a javascript: address'],
  [/<foreignObject/i, 'has a <foreignObject>'],
  [/<!ENTITY/i, 'declares an entity'],
];

/** Detects type and size of a logo from its content, not from the file name. */
export function readImage(bytes: Buffer): Image | Refused {
  const size = readSize(bytes);
  if ('reason' in size) return size;
  return size.width > 0 && size.height > 0 ? size : { reason: 'has no size' };
}

/**
 * Adds an import error with the reason why an image is refused.
 * @returns null, which callers return instead of the image
 */
export function imageFault({ findings, file, path, name, reason }: ImageFault): null {
  findings.faults.push({ file, path, reason: `${name ?? ''} ${reason}` });
  return null;
}

interface ImageFault {
  findings: Findings;
  file: string;
  path: string;
  name: string | null;
  reason: string;
}

function readSize(bytes: Buffer): Image | Refused {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngSize(bytes);
  if (bytes.subarray(0, 3).equals(JPEG_SIGNATURE)) return jpegSize(bytes);
  const text = bytes.toString('utf8');
  return SVG_START.test(text) ? svgSize(text) : { reason: 'is neither SVG nor PNG nor JPEG' };
}

/** Reads the size of a PNG. Its first chunk is the header: length, 'IHDR', width, height. */
function pngSize(bytes: Buffer): Image | Refused {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return { reason: 'is a damaged PNG' };
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the size of a JPEG from the frame header (SOF0 to SOF15; the markers DHT, JPG and DAC are in the same range). */
function jpegSize(bytes: Buffer): Image | Refused {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { contentType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return { reason: 'is a damaged JPEG' };
}

function svgSize(text: string): Image | Refused {
  const forbidden = SVG_FORBIDDEN.find(([pattern]) => pattern.test(text));
  if (forbidden !== undefined) return { reason: forbidden[1] };
  const root = /<svg\b[^>]*>/i.exec(text)?.[0];
  if (root === undefined) return { reason: 'has no <svg> element' };
  const [, boxWidth, boxHeight] = /\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(root) ?? [];
  const width = Math.round(Number(attribute(root, 'width') ?? boxWidth));
  const height = Math.round(Number(attribute(root, 'height') ?? boxHeight));
  if (!(width > 0 && height > 0)) return { reason: 'has neither width and height nor a viewBox' };
  return { contentType: 'image/svg+xml', width, height };
}

/** Reads an attribute that is a length in pixels. A percentage is ignored, because it does not give the size of the image. */
const attribute = (root: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, 'i').exec(root)?.[1];
