import type { Download } from '../../core/ports/backend.ts';

interface ZippedFile {
  file: Pick<Download, 'fileName' | 'bytes'>;
  at: Date;
}

/** Nearly all of a PDF is compressed already. */
const LEVEL = 1;

/** Packs files one after the other as they come: no more than one of them is in memory, however slowly they are taken. */
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

/** Names that no system takes for a folder or a device, each once. */
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
