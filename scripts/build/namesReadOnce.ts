import type { Plugin } from 'esbuild';

/**
 * Makes each imported name of a CommonJS package a constant. By default, esbuild calls a getter at each use of such a name.
 * @param packages packages that many files import, or that render every element of a page
 */
export const namesReadOnce = (packages: readonly string[]): Plugin => ({
  name: 'names-read-once',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${packages.join('|')})$`) }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'read-once' } : null,
    );
    build.onLoad({ filter: /.*/, namespace: 'read-once' }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter(name => /^[a-z]\w*$/i.test(name) && name !== 'default');
      const read = names.map(
        (name, n) => `const name${n} = /* @__PURE__ */ (() => all.${name})(); export { name${n} as ${name} };`,
      );
      const contents = [`const all = require('${path}'); export default all;`, ...read].join('\n');
      return { contents, resolveDir: import.meta.dirname };
    });
  },
});
