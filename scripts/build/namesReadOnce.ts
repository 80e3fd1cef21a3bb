import type { Plugin } from 'esbuild';

/**
 * Of packages that are made of CommonJS, a bundler gives each file that imports them a copy of all of their names, and each use of one
 * goes through a function. So each name is read once, of those that are imported at all.
 * @param packages what most of our files import, or each element of a page uses
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
