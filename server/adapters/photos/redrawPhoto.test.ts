import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { isUpright, jpegSegments, PRIVATE_MARKS, phonePhoto } from '../../../test/support/photos.ts';
import { redrawPhoto } from './redrawPhoto.ts';

const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 90, b: 200, alpha: 0.5 } } });

/** A PNG of one colour with any dimensions, in a few bytes. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type, 'latin1'), data])));
    return Buffer.concat([head, data, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 = (data: Uint8Array): number =>
  (data.reduce((crc, byte) => (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

describe('A photo that is drawn again', () => {
  it('contains no metadata and no byte after its end, and stands upright', async () => {
    const original = await phonePhoto();
    const marks = [...PRIVATE_MARKS, 'Exif', 'GPS', 'ns.adobe.com', '8BIM', 'ICC_PROFILE'];
    const within = (bytes: Uint8Array) => marks.filter(mark => Buffer.from(bytes).includes(Buffer.from(mark, 'latin1')));
    expect(within(original)).toEqual([...PRIVATE_MARKS, 'Exif', 'ns.adobe.com', '8BIM', 'ICC_PROFILE']);
    const drawn = (await redrawPhoto(original)) ?? new Uint8Array();
    expect(within(drawn)).toEqual([]);
    expect(jpegSegments(drawn)).toEqual({ names: ['DQT', 'SOF0', 'DHT', 'SOS'], trailing: 0 });
    expect(await isUpright(drawn)).toBe(true);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect((await sharp(drawn).metadata()).exif).toBeUndefined();
  });

  it('has at most 1600 pixels on each side, and small ones stay small', async () => {
    const sizeOf = async (bytes: Uint8Array | null) => {
      const { width, height } = await sharp(bytes ?? new Uint8Array()).metadata();
      return [width, height];
    };
    expect(await sizeOf(await redrawPhoto(await create(4000, 3000).jpeg().toBuffer()))).toEqual([1600, 1200]);
    expect(await sizeOf(await redrawPhoto(await create(40, 30).png().toBuffer()))).toEqual([40, 30]);
    expect(await sizeOf(await redrawPhoto(await create(900, 3200).webp().toBuffer()))).toEqual([450, 1600]);
  });

  it('is read from a JPEG with 48 million pixels, as new phones take them', async () => {
    expect(await redrawPhoto(await create(8000, 6000).jpeg().toBuffer())).not.toBeNull();
  }, 30_000);
});

describe('Nothing is drawn of', () => {
  it('formats other than JPEG, PNG and WebP', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    );
    const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(200)]);
    const others = [
      await create(9, 9).gif().toBuffer(),
      await create(9, 9).tiff().toBuffer(),
      await create(9, 9).avif().toBuffer(),
    ];
    for (const bytes of [svg, heic, ...others, Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
      expect(await redrawPhoto(bytes)).toBeNull();
  });

  it('a file that only begins or ends like a picture', async () => {
    const photo = await phonePhoto();
    const html = Buffer.from('<html><script>alert(1)</script>');
    expect(await redrawPhoto(Buffer.concat([html, photo]))).toBeNull();
    expect(await redrawPhoto(Buffer.concat([photo.subarray(0, 4), html]))).toBeNull();
  });

  it('a truncated picture', async () => {
    const whole = await create(800, 600).jpeg().toBuffer();
    expect(await redrawPhoto(whole.subarray(0, whole.length / 2))).toBeNull();
    const png = await create(800, 600).png().toBuffer();
    expect(await redrawPhoto(png.subarray(0, png.length - 60))).toBeNull();
  });

  it('a small file with more pixels than fit into memory', async () => {
    const bomb = pngOf(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await redrawPhoto(pngOf(200, 200))).not.toBeNull();
    const before = process.memoryUsage.rss();
    expect(await redrawPhoto(bomb)).toBeNull();
    expect(await redrawPhoto(await create(6000, 5000).webp().toBuffer())).toBeNull();
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
  }, 30_000);
});
