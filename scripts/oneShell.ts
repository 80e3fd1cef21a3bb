// esbuild gives every set of pages that share a module a chunk of its own, so what the frame needs anyway came in thirteen
// files. Here each page says that it stands in the frame and was brought by the page loader: all of both is one chunk.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { withStableIds } from './stableStyledIds.ts';

const isPage = (file: string): boolean => path.basename(path.dirname(file)) === path.basename(file, '.tsx');

export const oneShell: Plugin = {
  name: 'one-shell',
  setup(build) {
    build.onLoad({ filter: /[\\/]client[\\/]pages[\\/]\w+[\\/]\w+\.tsx$/ }, async ({ path: file }) => {
      if (!isPage(file)) return null;
      const source = withStableIds(await readFile(file, 'utf8'), path.relative(process.cwd(), file).replaceAll('\\', '/'));
      return { contents: `import '../../App.tsx';\nimport '../../pageLoader.ts';\n${source}`, loader: 'tsx' };
    });
  },
};
