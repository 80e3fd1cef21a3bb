// esbuild puts every file that some pages share into a chunk of its own for exactly these pages: thirty small files,
// each asked for and compressed by itself. Here every page also imports whatever many pages share, and what is small, so
// that it becomes one chunk: asked for once, better compressed, and there already when the next page is opened.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { withStableIds } from './stableStyledIds.mjs';

/** Not worth a request of its own. */
const SMALL_BYTES = 4000;
/** So many pages make a file everybody's; a large one of fewer pages stays with them. */
const MANY = 6;
const OURS = /^(client|shared)\//;

/** Where bundles begin, and which files of ours should be everybody's, given those that are already. */
async function plan(options, { entries: known, shared }) {
  const plugins = [importing(known, shared), ...options.plugins];
  const { metafile } = await esbuild.build({ ...options, plugins, write: false, sourcemap: false });
  const { outputs } = metafile;
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint);
  const closures = entries.map(([file]) => closureOf(file, outputs));
  const isCommon = (file, { bytes }) => bytes < SMALL_BYTES || closures.filter(files => files.has(file)).length >= MANY;
  const found = Object.entries(outputs)
    .filter(([file, output]) => !output.entryPoint && isCommon(file, output))
    .flatMap(([, { inputs }]) => Object.keys(inputs).filter(input => OURS.test(input)));
  return {
    entries: entries.map(([, { entryPoint }]) => path.resolve(entryPoint)),
    shared: [...new Set([...shared, ...found])].sort(),
  };
}

function closureOf(file, outputs, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: target, kind } of outputs[file].imports) if (kind === 'import-statement') closureOf(target, outputs, seen);
  return seen;
}

/** Adds imports of the shared files to every entry. */
function importing(entries, shared) {
  const imports = shared.map(file => `import ${JSON.stringify(path.resolve(file))};`).join('\n');
  return {
    name: 'shared-chunk',
    setup(build) {
      build.onLoad({ filter: /[\\/]client[\\/].*\.tsx$/ }, async ({ path: file }) => {
        if (!entries.includes(file)) return;
        const source = await readFile(file, 'utf8');
        const name = path.relative(process.cwd(), file).replaceAll('\\', '/');
        return { contents: `${withStableIds(source, name)}\n${imports}\n`, loader: 'tsx' };
      });
    },
  };
}

export async function sharedChunk(options) {
  let known = { entries: [], shared: [] };
  // What becomes everybody's leaves smaller pieces behind, which may be everybody's too.
  for (;;) {
    const next = await plan(options, known);
    if (next.shared.length === known.shared.length) return importing(next.entries, next.shared);
    known = next;
  }
}
