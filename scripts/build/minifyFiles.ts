// esbuild is fast, but its scripts are three percent larger than necessary. Every phone loads them, so a second pass is worth the
// seconds.
import fs from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';

/** Minifies the scripts among these files in place and updates their source maps. */
export async function minifyFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(file => file.endsWith('.js'))) {
    const file = path.join(folder, name);
    const sourceMap = { content: fs.readFileSync(`${file}.map`, 'utf8'), filename: name };
    const compress = { passes: 2 };
    // V8 compiles a function in parentheses at once. Without parentheses V8 parses React, which is one large function, twice.
    const format = { wrap_func_args: true };
    const options = { module: true, ecma: 2020, compress, format, sourceMap } as const;
    const { code, map } = await minify(fs.readFileSync(file, 'utf8'), options);
    if (code === undefined) throw new Error(`${name} has become nothing`);
    fs.writeFileSync(file, code);
    fs.writeFileSync(`${file}.map`, String(map));
  }
}
