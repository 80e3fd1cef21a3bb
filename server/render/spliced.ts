import { once } from 'node:events';
import zlib from 'node:zlib';

/** What differs in a page from answer to answer, by name. */
export type Values = Readonly<Record<string, string>>;

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A page without its few values of one answer. They are put in as they are between parts that were compressed once: so an answer
 * costs no compression, and everybody who reads it sees one ordinary stream.
 */
export interface Spliced {
  /** About what it takes of memory. */
  size: number;
  /** In the encoding that is asked for, or as it is where a value is longer or shorter than what it takes the place of. */
  answer(encoding: Encoding, values: Values): Promise<{ encoding: Encoding; bytes: Buffer }>;
}

interface Hole {
  name: string;
  length: number;
}

/** @param places what stands in `html` where a value belongs, by the value's name; nowhere else does it stand */
export function createSpliced(html: string, places: Values): Spliced {
  const { texts, holes } = cut(html, places);
  const whole = Buffer.byteLength(html);
  const packings = { br: lazily(() => packBrotli(texts, holes)), gzip: lazily(() => packGzip(texts, holes)) };
  const splice = (parts: readonly Buffer[], put: (value: Buffer) => readonly Buffer[], values: readonly Buffer[]) =>
    parts.flatMap((part, index) => (index === 0 ? [part] : [...put(values[index - 1] ?? part), part]));
  return {
    // Compressed it is about a quarter of what it was.
    size: Math.ceil(whole * 1.6),
    async answer(encoding, named) {
      const values = holes.map(({ name }) => Buffer.from(named[name] ?? ''));
      const plain = splice(texts, value => [value], values);
      // Parts refer back over a value to what stands before it, so many bytes ago.
      const fits = canPack(holes) && holes.every(({ length }, index) => values[index]?.length === length);
      if (encoding === 'identity' || !fits) return { encoding: 'identity', bytes: Buffer.concat(plain) };
      if (encoding === 'br') return { encoding, bytes: Buffer.concat(splice(await packings.br(), brotliBlock, values)) };
      const deflated = splice(await packings.gzip(), storedBlock, values);
      return { encoding, bytes: Buffer.concat([GZIP_HEAD, ...deflated, gzipTail(plain)]) };
    },
  };
}

function cut(html: string, places: Values): { texts: Buffer[]; holes: Hole[] } {
  const nameOf = new Map(Object.entries(places).map(([name, place]) => [place, name]));
  // Words of our own making: letters and digits.
  const parts = html.split(new RegExp(`(${[...nameOf.keys()].join('|')})`));
  return {
    texts: parts.filter((_, index) => index % 2 === 0).map(text => Buffer.from(text)),
    holes: parts.filter((_, index) => index % 2 === 1).map(place => ({ name: nameOf.get(place) ?? '', length: place.length })),
  };
}

/** A promise that is begun when it is asked for first. */
function lazily<T>(begin: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= begin();
    return begun;
  };
}

/** Bytes that no text of ours has: control characters, and what UTF-8 never uses. */
const UNUSED = Array.from({ length: 256 }, (_, byte) => byte).filter(
  byte =>
    (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f || byte === 0xc0 || byte === 0xc1 || byte > 0xf4,
);
/** No two of them follow each other twice. */
const UNLIKE = Buffer.from(
  UNUSED.flatMap((first, place) => [first, ...UNUSED.slice(place + 1).flatMap(second => [first, second])]),
);

const canPack = (holes: readonly Hole[]): boolean => holes.reduce((sum, { length }) => sum + length, 0) <= UNLIKE.length;

/**
 * The parts one after the other through one compressor, aligned to whole bytes. Where a value belongs it is given something that
 * nothing can refer to, and what it makes of that is thrown away: as both formats know blocks that are not compressed, the value
 * can stand there in its place.
 */
async function pack(
  compressor: zlib.BrotliCompress | zlib.DeflateRaw,
  flush: number,
  { texts, holes }: { texts: readonly Buffer[]; holes: readonly Hole[] },
): Promise<Buffer[]> {
  const come: Buffer[] = [];
  const take = () => {
    for (let chunk = compressor.read(); chunk !== null; chunk = compressor.read()) come.push(chunk as Buffer);
  };
  // What is never read would stop it where a part fills its buffer.
  compressor.on('readable', take);
  const through = async (bytes: Buffer): Promise<Buffer> => {
    compressor.write(bytes);
    await new Promise<void>(resolve => compressor.flush(flush, resolve));
    take();
    return Buffer.concat(come.splice(0));
  };
  let used = 0;
  const parts: Buffer[] = [];
  for (const [index, text] of texts.entries()) {
    parts.push(await through(text));
    const length = holes[index]?.length ?? 0;
    if (length > 0) await through(UNLIKE.subarray(used, used + length));
    used += length;
  }
  compressor.end();
  await once(compressor, 'end');
  return [...parts.slice(0, -1), Buffer.concat([...parts.slice(-1), ...come])];
}

const { constants } = zlib;

function packBrotli(texts: readonly Buffer[], holes: readonly Hole[]): Promise<Buffer[]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // How a letter is written would depend on the two before it, which may be of a value.
    [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
  };
  return pack(zlib.createBrotliCompress({ params }), constants.BROTLI_OPERATION_FLUSH, { texts, holes });
}

const packGzip = (texts: readonly Buffer[], holes: readonly Hole[]): Promise<Buffer[]> =>
  pack(zlib.createDeflateRaw(), constants.Z_SYNC_FLUSH, { texts, holes });

/** A meta-block that is not compressed (RFC 7932, section 9.2). */
function brotliBlock(value: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((value.length - 1) << 3) | (1 << 19), 0, 3);
  return [head, value];
}

/** A block that is not compressed (RFC 1951, section 3.2.4). */
function storedBlock(value: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(value.length, 1);
  head.writeUInt16LE(~value.length & 0xffff, 3);
  return [head, value];
}

/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function gzipTail(plain: readonly Buffer[]): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(
    plain.reduce((crc, bytes) => zlib.crc32(bytes, crc), 0),
    0,
  );
  tail.writeUInt32LE(
    plain.reduce((length, bytes) => length + bytes.length, 0),
    4,
  );
  return tail;
}
