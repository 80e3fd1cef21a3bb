import sharp from 'sharp';

const LAND = { r: 200, g: 40, b: 40 };
const SKY = { r: 40, g: 80, b: 200 };

/** A picture whose upper half is blue and whose lower half is red, so that a test sees whether a photo is upright. */
const scene = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: SKY } }).composite([
    {
      input: { create: { width, height: Math.ceil(height / 2), channels: 3, background: LAND } },
      top: Math.floor(height / 2),
      left: 0,
    },
  ]);

/** Texts in the metadata of `phonePhoto`, none of which a stored photo may contain. */
export const PRIVATE_MARKS = ['PrivatePhone', 'private comment', 'private title', 'private caption', 'PK\u0003\u0004private'];

/**
 * Draws a photo as phones store them: turned by a quarter, with EXIF data including the position, XMP, IPTC, a comment, a colour
 * profile, and a file appended after the end of the picture.
 */
export async function phonePhoto({ width = 400, height = 300 } = {}): Promise<Buffer> {
  const upright = await scene(width, height).png().toBuffer();
  const turned = await sharp(upright)
    .rotate(-90)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'PrivatePhone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 56/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '6/1 57/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  const xmp = 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><title>private title</title></x:xmpmeta>';
  return Buffer.concat([
    turned.subarray(0, 2),
    segment(0xe1, xmp),
    segment(0xed, 'Photoshop 3.0\u00008BIM private caption'),
    segment(0xfe, 'private comment'),
    turned.subarray(2),
    Buffer.from('PK\u0003\u0004private'),
  ]);
}

function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const NAMES: Readonly<Record<number, string>> = {
  219: 'DQT',
  196: 'DHT',
  192: 'SOF0',
  194: 'SOF2',
  218: 'SOS',
  221: 'DRI',
  224: 'APP0',
  254: 'COM',
};

/**
 * Reads the segments of a JPEG with a reader that shares no code with the app.
 * @returns the names of the segments before the picture, and the number of bytes after its end
 */
export function jpegSegments(bytes: Uint8Array): { names: readonly string[]; trailing: number } {
  const jpeg = Buffer.from(bytes);
  if (jpeg.readUInt16BE(0) !== 0xffd8) throw new Error('Not a JPEG');
  const names: string[] = [];
  let at = 2;
  for (;;) {
    if (jpeg[at] !== 0xff) throw new Error(`No segment at ${at}`);
    const marker = jpeg[at + 1] ?? 0;
    const name = NAMES[marker] ?? `0x${marker.toString(16)}`;
    const isJfif = name === 'APP0' && jpeg.toString('latin1', at + 4, at + 8) === 'JFIF';
    names.push(isJfif ? 'JFIF' : name);
    at += 2 + jpeg.readUInt16BE(at + 2);
    if (name === 'SOS') break;
  }
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return { names: [...new Set(names)], trailing: jpeg.length - end - 2 };
}

/** Returns whether a picture is upright and blue above red, as the scene was. */
export async function isUpright(bytes: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => data.subarray((y * info.width + x) * info.channels).subarray(0, 3);
  const isBlue = ([r = 0, , b = 0]: Uint8Array) => b > r;
  const middle = Math.floor(info.width / 2);
  return info.width > info.height && isBlue(pixel(middle, 5)) && !isBlue(pixel(middle, info.height - 5));
}
