import sharp, { type Metadata } from 'sharp';

/** Maximum length of the longer side of a stored photo, in pixels. */
const MAX_SIDE = 1600;
const JPEG_QUALITY = 80;
/** A decoder that takes longer is stopped. A usual photo takes a quarter of a second. */
const LIMIT_S = 8;

/**
 * Maximum number of pixels. A baseline JPEG is decoded in a reduced size, so that photos of all phones are read. All other
 * formats are decoded as a whole, with up to eight bytes per pixel.
 */
const MAX_PIXELS = { baselineJpeg: 64_000_000, other: 24_000_000 };

/** Decoders of libvips. All others are blocked, so that no other format reaches its decoder, whatever its first bytes are. */
const DECODERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
// One photo at a time on one thread: the other processor cores serve visitors.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Draws a photo again from its pixels. The new JPEG contains no byte of the uploaded file: no EXIF, GPS, XMP, IPTC, thumbnail,
 * comment, colour profile or appended data. The orientation is applied, and transparent parts become white.
 * @returns null if the bytes are no JPEG, PNG or WebP picture, or the picture is damaged or has too many pixels
 */
export async function redrawPhoto(photo: Uint8Array): Promise<Uint8Array | null> {
  try {
    const limitInputPixels = pixelsOf(await sharp(photo, { limitInputPixels: MAX_PIXELS.baselineJpeg }).metadata());
    const { data } = await sharp(photo, { limitInputPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: LIMIT_S })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return data;
  } catch {
    return null;
  }
}

const pixelsOf = ({ format, isProgressive }: Metadata): number =>
  format === 'jpeg' && !isProgressive ? MAX_PIXELS.baselineJpeg : MAX_PIXELS.other;
