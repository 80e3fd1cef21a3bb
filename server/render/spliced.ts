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

/** A page as it is sent, but for the values; each has its place in the bytes. */
interface Packed {
  bytes: Buffer;
  places: readonly (Hole & { at: number })[];
}

/** @param places what stands in `html` where a value belongs, by the value's name; nowhere else does it stand */
export function createSpliced(html: string, places: Values): Spliced {
  const { texts, holes } = cut(html, places);
  const packings = { br: lazily(() => packBrotli(texts, holes)), gzip: lazily(() => packGzip(texts, holes)) };
  const plain = (values: Values) => spliced(texts, holes, values);
  const lengths = [...new Map(holes.map(({ name, length }) => [name, length]))];
  return {
    // Compressed it is about a quarter of what it was.
    size: Math.ceil(Buffer.byteLength(html) * 1.6),
    async answer(encoding, values) {
      // Parts refer back over a value to what stands before it, so many bytes ago.
      const fits = canPack(holes) && lengths.every(([name, length]) => Buffer.byteLength(values[name] ?? '') === length);
      if (encoding === 'identity' || !fits) return { encoding: 'identity', bytes: plain(values) };
      const bytes = withValues(await packings[encoding](), values);
      if (encoding === 'gzip') addGzipTail(bytes, plain(values));
      return { encoding, bytes };
    },
  };
}

/** As it is, with values of any length. */
const spliced = (texts: readonly Buffer[], holes: readonly Hole[], values: Values): Buffer =>
  Buffer.concat(texts.flatMap((text, index) => [text, Buffer.from(values[holes[index]?.name ?? ''] ?? '')]));

/** Values as long as what they take the place of. */
function withValues({ bytes, places }: Packed, values: Values): Buffer {
  const answer = Buffer.from(bytes);
  for (const { name, at } of places) answer.write(values[name] ?? '', at);
  return answer;
}

const NOTHING = Buffer.alloc(0);

/** Parts with room for the values between them, each behind what its format writes before it. */
function join(
  parts: readonly Buffer[],
  holes: readonly Hole[],
  { headOf, start = NOTHING, end = NOTHING }: { headOf(length: number): Buffer; start?: Buffer; end?: Buffer },
): Packed {
  const all = [start];
  const slots: (Hole & { at: number })[] = [];
  let at = start.length;
  const add = (bytes: Buffer) => {
    all.push(bytes);
    at += bytes.length;
  };
  for (const [index, part] of parts.entries()) {
    add(part);
    const hole = holes[index];
    if (!hole) continue;
    add(headOf(hole.length));
    slots.push({ ...hole, at });
    add(Buffer.alloc(hole.length));
  }
  add(end);
  return { bytes: Buffer.concat(all), places: slots };
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

/** A promise that is begun when it is asked for first, and again where it failed. */
function lazily<T>(begin: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= begin().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
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
  const drain = () => {
    for (let chunk = compressor.read(); chunk !== null; chunk = compressor.read()) come.push(chunk as Buffer);
  };
  // What is never read would stop it where a part fills its buffer.
  compressor.on('readable', drain);
  const through = async (bytes: Buffer): Promise<Buffer> => {
    compressor.write(bytes);
    await new Promise<void>(resolve => compressor.flush(flush, resolve));
    drain();
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

async function packBrotli(texts: readonly Buffer[], holes: readonly Hole[]): Promise<Packed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // How a letter is written would depend on the two before it, which may be of a value.
    [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
  };
  const parts = await pack(zlib.createBrotliCompress({ params }), constants.BROTLI_OPERATION_FLUSH, { texts, holes });
  return join(parts, holes, { headOf: brotliHead });
}

async function packGzip(texts: readonly Buffer[], holes: readonly Hole[]): Promise<Packed> {
  const parts = await pack(zlib.createDeflateRaw(), constants.Z_SYNC_FLUSH, { texts, holes });
  return join(parts, holes, { headOf: storedHead, start: GZIP_HEAD, end: Buffer.alloc(GZIP_TAIL) });
}

/** Before a meta-block that is not compressed (RFC 7932, section 9.2). */
function brotliHead(length: number): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return head;
}

/** Before a block that is not compressed (RFC 1951, section 3.2.4). */
function storedHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}

/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

const GZIP_TAIL = 8;

function addGzipTail(bytes: Buffer, plain: Buffer): void {
  bytes.writeUInt32LE(zlib.crc32(plain), bytes.length - GZIP_TAIL);
  bytes.writeUInt32LE(plain.length, bytes.length - GZIP_TAIL / 2);
}
