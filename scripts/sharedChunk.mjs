// esbuild puts every file that some pages share into a chunk of its own for exactly these pages: thirty small files,
// each asked for and compressed by itself. Here every page also imports whatever many pages share, and what is small, so
// that it becomes one chunk: asked for once, better compressed, and there already when the next page is opened.
import path from 'node:path';
import * as esbuild from 'esbuild';
import { readStyled } from './stableStyledIds.mjs';

/** Not worth a request of its own. */
const SMALL_BYTES = 4000;
/** So many pages make a file everybody's; a large one of fewer pages stays with them. */
const MANY = 6;
const OURS = /^(client|shared)\//;
/** Needed by every page too, and all of it by no other way than this. */
const START = { file: 'client/main.tsx', also: ['node_modules/react-dom/client.js'] };

/** Where bundles begin, and which files of ours should be everybody's, given those that are already. */
async function plan(options, transform, known) {
  const plugins = [importing(known, transform), ...options.plugins];
  const { metafile } = await esbuild.build({ ...options, plugins, write: false, sourcemap: false });
  const { outputs } = metafile;
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint);
  const closures = entries.map(([file]) => closureOf(file, outputs));
  const isCommon = (file, { bytes }) => bytes < SMALL_BYTES || closures.filter(files => files.has(file)).length >= MANY;
  const found = Object.entries(outputs)
    .filter(([file, output]) => output.entryPoint === START.file || (!output.entryPoint && isCommon(file, output)))
    .flatMap(([, { inputs }]) => Object.keys(inputs).filter(input => OURS.test(input) && input !== START.file));
  return {
    entries: entries.map(([, { entryPoint }]) => path.resolve(entryPoint)),
    shared: [...new Set([...known.shared, ...found])].sort(),
  };
}

function closureOf(file, outputs, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: target, kind } of outputs[file].imports) if (kind === 'import-statement') closureOf(target, outputs, seen);
  return seen;
}

/** Adds imports of the shared files to every entry. */
function importing({ entries, shared }, transform) {
  const imports = shared.map(file => `import ${JSON.stringify(path.resolve(file))};`).join('\n');
  return {
    name: 'shared-chunk',
    setup(build) {
      build.onLoad({ filter: /[\\/]client[\\/].*\.tsx$/ }, async ({ path: file }) => {
        if (!entries.includes(file)) return;
        return { contents: `${await readStyled(file, transform)}\n${imports}\n`, loader: 'tsx' };
      });
    },
  };
}

/** `transform` changes what has styles, see stableStyledIds. */
export async function sharedChunk(options, transform) {
  let known = { entries: [], shared: START.also };
  // What becomes everybody's leaves smaller pieces behind, which may be everybody's too.
  for (;;) {
    const next = await plan(options, transform, known);
    if (next.shared.length === known.shared.length) return importing(next, transform);
    known = next;
  }
}
