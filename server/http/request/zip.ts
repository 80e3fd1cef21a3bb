import { getOrMake } from '../../../shared/util/getOrMake.ts';
import type { Download } from '../../core/ports/backend.ts';

interface ZippedFile {
  /** Folder in the archive. It must be a safe name. Default: none. */
  folder?: string;
  file: Pick<Download, 'fileName' | 'bytes'>;
  at: Date;
}

/** Compression level 1 (fastest), because PDF files are already compressed. */
const LEVEL = 1;

/** Yields a ZIP archive while its files are read. At most one file is in memory, even if the browser reads slowly. */
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
  const namesIn = new Map<string, ReturnType<typeof uniqueNames>>();
  for await (const { file, at, folder } of files) {
    const path = folder === undefined ? '' : `${folder}/`;
    const nameOf = getOrMake(namesIn, path, uniqueNames);
    const entry = new ZipDeflate(path + nameOf(file.fileName), { level: LEVEL });
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
 * Returns a function that makes file names unique and safe. They contain only letters, digits, `_`, `-` and dots, and do not
 * begin with a dot or hyphen.
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
