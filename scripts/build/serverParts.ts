// Structure of the server bundle. Code that every start evaluates is in one file. Packages that only some work needs stay in
// node_modules.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { namesReadOnce } from './namesReadOnce.ts';

/** Packages that the functions that need them import dynamically. */
const LAZY_PACKAGES: readonly string[] = [
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
/** Packages without code. Fonts are read from node_modules. */
const NO_CODE: readonly string[] = ['dejavu-fonts-ttf'];

/**
 * Returns the packages that are not bundled.
 * @throws Error if one of them is not a dependency
 */
export function listExternalPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const names = [...LAZY_PACKAGES, ...NO_CODE];
  const missing = names.filter(name => !(name in dependencies));
  if (missing.length > 0) throw new Error(`Not bundled, and no longer installed: ${missing.join(', ')}`);
  return names;
}

/** Defines `require`, because bundled packages can be CommonJS modules. */
export const REQUIRE = "import { createRequire as requireAt } from 'node:module'; const require = requireAt(import.meta.url);";

const BUILT_IN = new Set(builtinModules.flatMap(name => [name, `node:${name}`]));

/**
 * Loads built-in modules of Node on first use. An `import` also reads every name of the module at once and so loads the parts
 * that Node itself loads lazily: `node:http` alone loads fetch.
 */
const builtInsWhenUsed: Plugin = {
  name: 'built-ins-when-used',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind, namespace }) => {
      // Some built-in modules exist only under their name with the prefix.
      if (kind === 'dynamic-import' || !(BUILT_IN.has(path) || path.startsWith('node:'))) return null;
      const isOurs = kind === 'import-statement' && namespace !== 'built-in names';
      return { path: path.replace(/^(node:)?/, 'node:'), namespace: isOurs ? 'built-in names' : 'built-in' };
    });
    // One copy of the names for all files that import the module.
    build.onLoad({ filter: /.*/, namespace: 'built-in names' }, ({ path }) => ({
      contents: `const all = require('${path}'); export default all; export * from '${path}';`,
    }));
    build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
  },
};

/** Loads iconv-lite's tables of half a megabyte lazily. Browsers do not send these encodings. */
const lazyEncodings: Plugin = {
  name: 'encodings-late',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/encodings$/ }, ({ importer }) =>
      /[\\/]iconv-lite[\\/]lib[\\/]index\.js$/.test(importer) ? { path: 'iconv-lite/encodings/index.js', external: true } : null,
    );
  },
};

const UNUSED: readonly RegExp[] = [
  /[\\/]prom-client[\\/]lib[\\/](cluster|defaultMetrics|pushgateway)\.js$/,
  // Limiters for other databases.
  /[\\/]rate-limiter-flexible[\\/]lib[\\/](Bursty|Express|RLWrapper|RateLimiter(Cluster|Drizzle|Dynamo|Etcd|Memcache|Mongo|MySQL|Prisma|Queue|Redis|SQLite|Union|Valkey))\w*\.js$/,
];
/** Empties unused parts of libraries, which load more of Node than all other code. */
const unusedParts: Plugin = {
  name: 'never-asked',
  setup(build) {
    for (const filter of UNUSED) build.onLoad({ filter }, () => ({ contents: 'module.exports = {}' }));
  },
};

/** Media types of vendors, two thirds of the table. Express reads the whole table at each start. */
const PRIVATE_TYPE = /^[a-z]+\/(?:vnd\.|prs\.|x-)/;
const typesOfTheWeb: Plugin = {
  name: 'types-of-the-web',
  setup(build) {
    build.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, ({ path }) => {
      const types = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>);
      const publicTypes = types.filter(([type]) => type.startsWith('image/') || !PRIVATE_TYPE.test(type));
      return { contents: JSON.stringify(Object.fromEntries(publicTypes)), loader: 'json' };
    });
  },
};

/**
 * Fails the build if a package of `LAZY_PACKAGES` is imported statically. Every start would load the package, and no test would
 * fail.
 */
const refuseEarly: Plugin = {
  name: 'refuse-early',
  setup(build) {
    build.onEnd(({ metafile }) => {
      const imports = Object.values(metafile?.outputs ?? {}).flatMap(output => output.imports);
      const early = imports.filter(({ path, kind }) => kind === 'import-statement' && LAZY_PACKAGES.includes(path));
      if (early.length > 0) throw new Error(`Imported by every start: ${early.map(({ path }) => path).join(', ')}`);
    });
  },
};

export const serverPlugins: readonly Plugin[] = [
  builtInsWhenUsed,
  namesReadOnce(['express', 'joi', 'react', 'react/jsx-runtime', 'styled-components']),
  lazyEncodings,
  unusedParts,
  typesOfTheWeb,
  refuseEarly,
];
