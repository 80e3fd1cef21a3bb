// styled-components numbers its components in the order they are evaluated. The server evaluates every page, a browser
// only the one it shows, so the numbers, and with them the class names, would differ. Each component gets a fixed id
// from its file and its place in it instead.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const STYLED = /\bstyled(?:\.[a-z]\w*|\([A-Za-z_$][\w$.]*\))(?=[\s`(<.])/g;

export function withStableIds(source: string, file: string): string {
  let place = 0;
  return source.replace(STYLED, call => {
    const hash = createHash('sha256')
      .update(`${file}\0${place++}`)
      .digest('base64url')
      .replace(/[^a-z0-9]/gi, '');
    return `${call}.withConfig({componentId:"c${hash.slice(0, 7)}"})`;
  });
}

export const stableStyledIds: Plugin = {
  name: 'stable-styled-ids',
  setup(build) {
    build.onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (!source.includes('styled-components')) return null;
      return { contents: withStableIds(source, path.relative(process.cwd(), file).replaceAll('\\', '/')), loader: 'tsx' };
    });
  },
};
