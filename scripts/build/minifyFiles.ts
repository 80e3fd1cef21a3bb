// Minifies scripts a second time with Terser, because esbuild leaves them three per cent larger and every phone loads them.
import fs from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';

/** Minifies the scripts among the files in place, and updates their source maps. */
export async function minifyFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(file => file.endsWith('.js'))) {
    const file = path.join(folder, name);
    const sourceMap = { content: fs.readFileSync(`${file}.map`, 'utf8'), filename: name };
    const compress = { passes: 2 };
    // V8 compiles a function in parentheses at once. Without the parentheses, V8 would parse React twice, because all of React is
    // one large function.
    const format = { wrap_func_args: true };
    const options = { module: true, ecma: 2020, compress, format, sourceMap } as const;
    const { code, map } = await minify(fs.readFileSync(file, 'utf8'), options);
    if (code === undefined) throw new Error(`${name} has become nothing`);
    fs.writeFileSync(file, code);
    fs.writeFileSync(`${file}.map`, String(map));
  }
}
