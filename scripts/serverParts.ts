// How the server's file is put together: what a start evaluates lies in one file, what only some work needs stays in node_modules.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

/** Imported by the function that needs them, if ever. */
const LATE: readonly string[] = [
  'fflate',
  'got',
  'nodemailer',
  'ocpp-rpc',
  'openid-client',
  'pdfkit',
  'pg',
  'stripe',
  'web-push',
];
/** Of files that are no code, a font is read where it is installed. */
const NO_CODE: readonly string[] = ['dejavu-fonts-ttf'];

/** What is not bundled. @throws where a package has gone */
export function lateParts(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const names = [...LATE, ...NO_CODE];
  const gone = names.filter(name => !(name in dependencies));
  if (gone.length > 0) throw new Error(`Not bundled, and no longer installed: ${gone.join(', ')}`);
  return names;
}

/** Packages that are bundled may be made of CommonJS. */
export const REQUIRE = "import { createRequire as requireAt } from 'node:module'; const require = requireAt(import.meta.url);";

const BUILT_IN = new Set(builtinModules.flatMap(name => [name, `node:${name}`]));

/**
 * Node's own modules when they are first used. An `import` of one also reads each of its names at once, and so all that Node itself
 * keeps for later: `node:http` alone brings fetch.
 */
const builtInsWhenUsed: Plugin = {
  name: 'built-ins-when-used',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      // Some of Node's modules are only known by their long name.
      kind !== 'dynamic-import' && (BUILT_IN.has(path) || path.startsWith('node:'))
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'built-in' }
        : null,
    );
    build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
  },
};

/** Tables of half a megabyte for encodings that no browser sends. */
const encodingsLate: Plugin = {
  name: 'encodings-late',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/encodings$/ }, ({ importer }) =>
      /[\\/]iconv-lite[\\/]lib[\\/]index\.js$/.test(importer) ? { path: 'iconv-lite/encodings/index.js', external: true } : null,
    );
  },
};

/** Parts of libraries that nothing here asks for, and that read more of Node than all of the rest. */
const neverAsked: Plugin = {
  name: 'never-asked',
  setup(build) {
    build.onLoad({ filter: /[\\/]prom-client[\\/]lib[\\/](cluster|defaultMetrics|pushgateway)\.js$/ }, () => ({
      contents: 'module.exports = undefined',
    }));
  },
};

export const serverPlugins: readonly Plugin[] = [builtInsWhenUsed, encodingsLate, neverAsked];
