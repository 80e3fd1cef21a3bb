// How the server's file is put together: what a start evaluates lies in one file, what only some work needs stays in node_modules.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { namesReadOnce } from './namesReadOnce.ts';

/** Imported by the function that needs them, if ever. */
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
/** Of files that are no code, a font is read where it is installed. */
const NO_CODE: readonly string[] = ['dejavu-fonts-ttf'];

/** What is not bundled. @throws where a package has gone */
export function listExternalPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const names = [...LAZY_PACKAGES, ...NO_CODE];
  const missing = names.filter(name => !(name in dependencies));
  if (missing.length > 0) throw new Error(`Not bundled, and no longer installed: ${missing.join(', ')}`);
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
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind, namespace }) => {
      // Some of Node's modules are only known by their long name.
      if (kind === 'dynamic-import' || !(BUILT_IN.has(path) || path.startsWith('node:'))) return null;
      const isOurs = kind === 'import-statement' && namespace !== 'built-in names';
      return { path: path.replace(/^(node:)?/, 'node:'), namespace: isOurs ? 'built-in names' : 'built-in' };
    });
    // One copy of its names for all files that import it.
    build.onLoad({ filter: /.*/, namespace: 'built-in names' }, ({ path }) => ({
      contents: `const all = require('${path}'); export default all; export * from '${path}';`,
    }));
    build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
  },
};

/** Tables of half a megabyte for encodings that no browser sends. */
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
  // Limiters on other databases.
  /[\\/]rate-limiter-flexible[\\/]lib[\\/](Bursty|Express|RLWrapper|RateLimiter(Cluster|Drizzle|Dynamo|Etcd|Memcache|Mongo|MySQL|Prisma|Queue|Redis|SQLite|Union|Valkey))\w*\.js$/,
];
/** Parts of libraries that nothing here asks for, and that read more of Node than all of the rest. */
const unusedParts: Plugin = {
  name: 'never-asked',
  setup(build) {
    for (const filter of UNUSED) build.onLoad({ filter }, () => ({ contents: 'module.exports = {}' }));
  },
};

/** What programs name their own files by, two thirds of the table: Express goes through all of it at each start. */
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

/** An import that forgets about `LATE` costs each start what it loads, and fails no test. */
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
