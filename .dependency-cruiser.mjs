// The rules for imports between folders. `npm test` checks them (scripts/test/test.ts). `npx depcruise server client shared`
// checks only them.

/**
 * For each folder the folders that it may import, as regular expressions of paths from the root. A folder may always import
 * itself.
 */
const ALLOWED = {
  'shared/util': [],
  'shared/model': ['shared/util'],
  'shared/figures': ['shared/model'],
  'shared/price': ['shared/model'],
  'shared/forms': ['shared/(model|price|figures|util)'],
  'shared/charging': ['shared/(model|price|forms|util)'],
  'shared/console': ['shared/(model|util|charging|forms|price)'],
  'client/core': ['client/worker', 'shared'],
  'client/hooks': ['client/core', 'shared'],
  'client/components': ['client/(core|hooks)', 'shared'],
  'client/pages': ['client/(components|core|hooks)', 'shared'],
  'client/app': ['client/(pages|components|core|hooks|browser)', 'shared'],
  'client/browser': ['client/(components/control|core)', 'shared'],
  'client/worker': ['client/core/workerMessages', 'shared'],
  // The console is rendered only on the server. A driver's browser loads no code of the console.
  'client/console': ['client/(core/theme|components/(figure|text/LegalNodes))', 'shared'],
  'server/config': ['server/platform/network', 'shared'],
  'server/platform': ['shared'],
  'server/core': ['shared'],
  'server/store': ['server/(core|platform)', 'shared'],
  'server/runtime': ['server/(store|core|platform)', 'shared'],
  'server/shop': ['server/(runtime|store|core|platform)', 'shared'],
  'server/staff': ['server/(shop|runtime|store|core|platform)', 'shared'],
  'server/operator': ['server/(staff|shop|runtime|store|core|platform)', 'shared'],
  'server/stations/ocpi': ['server/(core/(ports|records|formats|pricing)|platform)', 'shared'],
  'server/stations/ocpp': ['server/(core/ports|platform)', 'shared'],
  'server/stations/simulator': ['server/core/ports', 'shared'],
  'server/adapters/([^/]+)': ['server/adapters/$1', 'server/(core/ports|platform)', 'shared'],
  'server/render': ['client/(app|core|console)', 'server/core/branding', 'shared'],
  'server/http': ['server/(render|core/(ports|branding)|platform)', 'client/(app|core|console)', 'shared'],
};

/** For each of these folders of the shop, the folders of the shop that it may import. */
const SHOP = {
  catalogue: [],
  import: ['catalogue', 'documents'],
  'sessions/cost': ['catalogue'],
  'sessions/lifecycle': ['sessions/cost', 'catalogue'],
  'sessions/notices': ['sessions/cost'],
  'sessions/limits': ['sessions/(cost|lifecycle|notices)'],
  'sessions/billing': ['sessions/(cost|limits)', 'catalogue'],
  'sessions/views': ['sessions/(cost|lifecycle|notices|limits)', 'catalogue'],
};

const PURE = ['temporal-polyfill', 'node:crypto'];
const REACT = 'react react-dom react-router react-i18next i18next styled-components @loadable/component qr'.split(' ');

/**
 * For each folder the packages that it may import. 'node' is every module of Node. Folders that are not listed may import any
 * package.
 */
const PACKAGES = {
  shared: [],
  'client/worker': ['escape-html'],
  'client/(?!worker/)': REACT,
  'server/config': ['node', 'joi'],
  'server/platform': ['node', 'ipaddr.js', 'express', 'got', 'lru-cache', 'rate-limiter-flexible'],
  'server/core/(?!formats/|branding/)': PURE,
  'server/store': ['node', 'node:node:sqlite', 'kysely', 'lru-cache', 'pg'],
  'server/runtime': [...PURE, 'lru-cache'],
  'server/shop/(?!documents/|catalogue/|feeds/|import/|mail/)': PURE,
  'server/shop/feeds': [...PURE, 'node:stream', 'node:stream/consumers', 'node:stream/promises', 'node:zlib'],
  'server/shop/catalogue': ['node:crypto', 'sanitize-html', 'temporal-polyfill'],
  'server/stations/ocpi': ['node', 'joi', 'express', 'lru-cache'],
  'server/render': ['node', 'express', 'lru-cache', ...REACT, 'tinycolor2'],
};

/** For each folder the files that other folders may import. */
const ENTRIES = {
  'server/compose': 'compose|serve',
  'server/config': 'config|settings',
  'server/http/forms': 'forms|methods|expenseExportZip',
  'server/http/assets': 'files|brandFiles',
  'server/http/console': 'console|consoleDependencies|hostGuard|preview',
  'server/operator': 'operator',
  'server/shop/import': 'readOperatorData|sellable|logos|importCatalogue|catalogueChanges',
  'server/shop/orders': 'placeOrder|orderStatus|withdrawals',
  'server/shop/sessions/reports': 'reports',
  'server/staff/console': 'consoleApi|signIns|counts|sessionLists',
  'server/staff/stations': 'stationsApi|stationLists|stationLogFiles|faultLines|labelsPdf',
  'server/staff/ledger': 'ledger|updateLedger|closePeriod|period|exportFiles|readPayouts|report|reportCsv',
  'server/staff/commands': 'allCommands',
  'server/stations/ocpi': 'ocpi',
  'server/stations/ocpp': 'ocpp',
  'server/stations/simulator': 'simulator',
};

const ours = '^(server|client|shared)/';
/** Returns the paths that dependency-cruiser uses for packages, their types, and modules of Node. */
const packagePaths = packages =>
  packages.flatMap(name => {
    if (name === 'node') return ['^[a-z_/]+$'];
    return name.startsWith('node:') ? [`^${name.slice(5)}$`] : [`node_modules/${name}/`, `node_modules/@types/${name}/`];
  });
const anyOf = paths => `^(${paths.join('|')})`;

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads its configuration from the default export.
export default {
  forbidden: [
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    // No other rule checks an import that cannot be resolved.
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no circle of folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    {
      name: 'a subfolder imports no file of the folder above',
      severity: 'error',
      from: { path: '^(.+)/[^/]+/[^/]+$' },
      to: { path: '^$1/[^/]+[.]tsx?$' },
    },
    ...Object.entries(ALLOWED).map(([from, to]) => ({
      name: `imports of ${from}`,
      severity: 'error',
      from: { path: `^${from}/` },
      to: { path: ours, pathNot: anyOf([...(from.includes('(') ? [] : [`${from}/`]), ...to.map(path => `${path}[/.]`)]) },
    })),
    ...Object.entries(SHOP).map(([from, to]) => ({
      name: `imports of shop/${from}`,
      severity: 'error',
      from: { path: `^server/shop/${from}/` },
      to: { path: '^server/shop/', pathNot: anyOf([from, ...to].map(path => `server/shop/${path}/`)) },
    })),
    ...Object.entries(PACKAGES).map(([from, packages]) => ({
      name: `packages of ${from}`,
      severity: 'error',
      from: { path: `^${from}${from.endsWith(')') ? '' : '/'}` },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: packagePaths(packages) },
    })),
    ...Object.entries(ENTRIES).map(([folder, files]) => ({
      name: `entry of ${folder}`,
      severity: 'error',
      // The composition may import every file.
      from: { pathNot: [`^${folder}/`, '^server/(main|start)[.]ts$', '^server/compose/'] },
      to: { path: `^${folder}/`, pathNot: `^${folder}/(${files})[.]tsx?$` },
    })),
  ],
  options: {
    // The compiler of TypeScript 7 has no programming interface yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: '[.](test|properties|contract|fixture)[.]',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
