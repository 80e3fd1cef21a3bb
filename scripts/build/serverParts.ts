// Options of the server bundle. All code that every start evaluates is in one file. Packages that only some tasks need are loaded
// from node_modules on demand.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { namesReadOnce } from './namesReadOnce.ts';

/** Packages that are imported dynamically, by the functions that need them. */
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
/** Packages that contain fonts but no code. The fonts are read from node_modules. */
const NO_CODE: readonly string[] = ['@expo-google-fonts/noto-sans', 'dejavu-fonts-ttf'];

/**
 * Returns the packages that are not bundled.
 * @throws Error if one of them is not a dependency in package.json
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
 * Loads Node's built-in modules on first use. A static `import` would also read every name of the module and load what Node
 * itself loads lazily; `node:http` alone would load fetch.
 */
const builtInsWhenUsed: Plugin = {
  name: 'built-ins-when-used',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind, namespace }) => {
      // Some built-in modules exist only with the prefix `node:`.
      if (kind === 'dynamic-import' || !(BUILT_IN.has(path) || path.startsWith('node:'))) return null;
      const isOurs = kind === 'import-statement' && namespace !== 'built-in names';
      return { path: path.replace(/^(node:)?/, 'node:'), namespace: isOurs ? 'built-in names' : 'built-in' };
    });
    // All files that import a built-in module share one module with its names.
    build.onLoad({ filter: /.*/, namespace: 'built-in names' }, ({ path }) => ({
      contents: `const all = require('${path}'); export default all; export * from '${path}';`,
    }));
    build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
  },
};

/** Loads the encoding tables of iconv-lite, half a megabyte, on demand. Browsers do not use these encodings. */
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
  // Matches rate limiters for databases that the app does not use.
  /[\\/]rate-limiter-flexible[\\/]lib[\\/](Bursty|Express|RLWrapper|RateLimiter(Cluster|Drizzle|Dynamo|Etcd|Memcache|Mongo|MySQL|Prisma|Queue|Redis|SQLite|Union|Valkey))\w*\.js$/,
];
/**
 * Replaces unused parts of libraries by empty modules. Otherwise they would load more built-in modules of Node than all other
 * code together.
 */
const unusedParts: Plugin = {
  name: 'never-asked',
  setup(build) {
    for (const filter of UNUSED) build.onLoad({ filter }, () => ({ contents: 'module.exports = {}' }));
  },
};

/**
 * Matches vendor-specific media types, which are two thirds of mime-db. They are removed, because Express reads the whole table
 * at each start.
 */
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
 * Fails the build if a package of `LAZY_PACKAGES` is imported statically. Every start would then load it, and no test would
 * notice.
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
