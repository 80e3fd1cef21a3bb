// styled-components numbers its components in the order they are evaluated. The server evaluates every page, a browser
// only the one it shows, so the numbers, and with them the class names, would differ. Here they are numbered in the order of their
// files: a page says each of these names several times, so they are as short as can be.
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const STYLED = /\bstyled(?:\.[a-z]\w*|\([A-Za-z_$][\w$.]*\))(?=[\s`(<.])/g;

const nameOf = (file: string): string => path.relative(process.cwd(), file).replaceAll('\\', '/');

/** The number of the first component of each file. */
function countStyled(): ReadonlyMap<string, number> {
  let count = 0;
  const first = new Map<string, number>();
  for (const file of globSync('client/**/*.{ts,tsx}').map(nameOf).sort()) {
    first.set(file, count);
    count += [...readFileSync(file, 'utf8').matchAll(STYLED)].length;
  }
  return first;
}

/** Counted when a build begins: whoever edits meanwhile has it counted again. */
let firstOf: ReadonlyMap<string, number> = new Map();

/** @param file below the project's folder */
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
