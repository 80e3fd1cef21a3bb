import { crc32, deflateSync } from 'node:zlib';

/** Corners of the lightning bolt, in a square with an edge length of 32. */
const BOLT: readonly (readonly [x: number, y: number])[] = [
  [18, 4],
  [7.5, 18.5],
  [14.5, 18.5],
  [13, 28],
  [24.5, 13],
  [17, 13],
];
const BOX = 32;
const PATH = `M${BOLT.map(([x, y]) => `${x} ${y}`).join('L')}z`;

interface IconColors {
  /** Colours of background and bolt, both as '#rrggbb'. */
  ground: string;
  bolt: string;
}

/** Returns the icon as SVG, for browser tabs of any resolution. */
export const iconSvg = ({ ground, bolt }: IconColors): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}"><rect width="${BOX}" height="${BOX}" rx="7" fill="${ground}"/>` +
  `<path d="${PATH}" fill="${bolt}"/></svg>`;

/** Edge length in pixels that Apple's devices require. They round the corners themselves. */
export const ICON_SIZE = 180;
/** Number of sampling points per row and column of a pixel. More points give smoother edges. */
const SAMPLES = 4;

/** Returns the icon as a PNG image, without rounded corners. */
export function iconPng({ ground, bolt }: IconColors): Buffer {
  const [below, above] = [bytesOf(ground), bytesOf(bolt)];
  const row = 1 + ICON_SIZE * 3;
  // Each row of a PNG begins with its filter type. 0: no filter.
  const pixels = Buffer.alloc(row * ICON_SIZE);
  for (let y = 0; y < ICON_SIZE; y++)
    for (let x = 0; x < ICON_SIZE; x++) {
      const share = shareOfBolt(x, y);
      const mixed = below.map((value, channel) => Math.round(value + ((above[channel] ?? 0) - value) * share));
      pixels.set(mixed, y * row + 1 + x * 3);
    }
  return pngOf(pixels);
}

/** Returns how much of a pixel the bolt covers, from 0 to 1. */
function shareOfBolt(x: number, y: number): number {
  const at = (pixel: number, sample: number) => ((pixel + (sample + 0.5) / SAMPLES) * BOX) / ICON_SIZE;
  let inside = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample++)
    if (isInBolt(at(x, sample % SAMPLES), at(y, Math.floor(sample / SAMPLES)))) inside += 1;
  return inside / SAMPLES ** 2;
}

/** Whether a point is inside the bolt: a ray to the right crosses the outline an odd number of times. */
function isInBolt(x: number, y: number): boolean {
  let isInside = false;
  for (const [corner, [x1, y1]] of BOLT.entries()) {
    const [x2, y2] = BOLT[(corner + 1) % BOLT.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

const bytesOf = (color: string): number[] => [...Buffer.from(color.slice(1), 'hex')];

/** Encodes a PNG image (ISO/IEC 15948): signature, header, one stream with all rows, end. */
function pngOf(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(ICON_SIZE, 0);
  header.writeUInt32BE(ICON_SIZE, 4);
  // Bit depth 8, colour type 2 (red, green and blue).
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
