// Gives styled-components ids that are equal on server and browser. By default the ids are numbered in the order in which
// components are evaluated, which differs: the server evaluates every page, a browser only one. Here the number depends on the
// file. The ids are short, because a page repeats them often.
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const STYLED = /\bstyled(?:\.[a-z]\w*|\([A-Za-z_$][\w$.]*\))(?=[\s`(<.])/g;

const nameOf = (file: string): string => path.relative(process.cwd(), file).replaceAll('\\', '/');

/** Returns the number of the first styled component of each file. */
function countStyled(): ReadonlyMap<string, number> {
  let count = 0;
  const first = new Map<string, number>();
  for (const file of globSync('client/**/*.{ts,tsx}').map(nameOf).sort()) {
    first.set(file, count);
    count += [...readFileSync(file, 'utf8').matchAll(STYLED)].length;
  }
  return first;
}

/** Counts the components at the start of each build. An edit starts another build. */
let firstOf: ReadonlyMap<string, number> = new Map();

/**
 * Adds an id to each styled component in a source.
 * @param file path relative to the root of the repository
 */
export function withStableIds(source: string, file: string): string {
  const first = firstOf.get(file);
  let index = 0;
  return source.replace(STYLED, call => {
    if (first === undefined) throw new Error(`The components of ${file} were not counted`);
    return `${call}.withConfig({componentId:"c${(first + index++).toString(36)}"})`;
  });
}

export const stableStyledIds: Plugin = {
  name: 'stable-styled-ids',
  setup(build) {
    build.onStart(() => {
      firstOf = countStyled();
    });
    build.onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (!source.includes('styled-components')) return null;
      return { contents: withStableIds(source, nameOf(file)), loader: 'tsx' };
    });
  },
};
