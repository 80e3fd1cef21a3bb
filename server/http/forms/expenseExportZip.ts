import type { Download } from '../../core/ports/backend.ts';

interface ZippedFile {
  file: Pick<Download, 'fileName' | 'bytes'>;
  at: Date;
}

/** The fastest level: nearly all of a PDF is already compressed. */
const LEVEL = 1;

/** Compresses files one after the other while they are read. At most one file is in memory, even if the client reads slowly. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate');
  const packed: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    packed.push(bytes);
  });
  const drain = function* () {
    if (failure) throw failure;
    yield* packed.splice(0);
  };
  const nameOf = uniqueNames();
  for await (const { file, at } of files) {
    const entry = new ZipDeflate(nameOf(file.fileName), { level: LEVEL });
    entry.mtime = at;
    zip.add(entry);
    for await (const bytes of file.bytes) {
      entry.push(bytes);
      yield* drain();
    }
    entry.push(new Uint8Array(), true);
    yield* drain();
  }
  zip.end();
  yield* drain();
}

/**
 * Returns a function that makes each file name unique and safe: letters, digits, `_`, `-` and dots, and neither a dot nor a
 * hyphen at the beginning.
 */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>();
  return name => {
    const safe = name.replace(/[^\w.]+/g, '-').replace(/^[.-]+/, '') || 'receipt';
    const [, stem = safe, ending = ''] = /^(.*?)(\.\w+)?$/.exec(safe) ?? [];
    let unique = safe;
    for (let n = 2; used.has(unique.toLowerCase()); n++) unique = `${stem}-${n}${ending}`;
    used.add(unique.toLowerCase());
    return unique;
  };
}
