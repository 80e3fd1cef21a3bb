// Compresses files at build time with the best settings, so that the server need not compress them for each visitor.
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const TEXT = /\.(js|css|svg|json)$/;

/** Files below this size are not compressed, because they fit into one network packet anyway. */
const MIN_BYTES = 512;

/** Writes `{file}.br` and `{file}.gz` next to each text file. */
export async function compressFiles(folder: string, names: readonly string[]): Promise<void> {
  const files = names.filter(name => TEXT.test(name));
  await Promise.all(
    files.map(async name => {
      const file = path.join(folder, name);
      const bytes = fs.readFileSync(file);
      if (bytes.length < MIN_BYTES) return;
      const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      fs.writeFileSync(`${file}.br`, await brotli(bytes, { params }));
      fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }));
    }),
  );
}
