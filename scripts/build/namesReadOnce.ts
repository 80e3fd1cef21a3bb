import type { Plugin } from 'esbuild';

/**
 * For a CommonJS package, esbuild gives each importing file a copy of all names, and each use of a name calls a function. This
 * plugin reads each imported name once.
 * @param packages packages that most files import, or that every element of a page uses
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
