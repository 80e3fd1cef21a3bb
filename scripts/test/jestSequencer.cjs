// @ts-check
const { existsSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

/**
 * Test files that take long because they wait for processes, browsers and clocks, longest first. They start first, and short
 * files fill the gaps. Otherwise one worker would still run a long file after all others have finished.
 */
const LONG = [
  'test/browser/losses',
  'test/ocpi/flood',
  'test/contract/ocppStations',
  'test/ocpi/parties',
  'test/processes/databaseFaults',
  'test/staff/twoPeople',
  'test/shop/refunds',
  'test/browser/interruptions',
  'test/browser/withinTheApp',
  'test/ocpp/misbehaviour',
  'test/processes/databaseAway',
  'test/stripe/stripeMoney',
  'test/processes/crash',
  'test/browser/accessibility',
  'test/contract/charging',
  'test/stripe/stripeBrowser',
  'test/browser/endings',
  'test/browser/hydration',
  'test/browser/failures',
  'test/ocpi/misbehaviour',
  'test/ocpi/days',
  'test/ocpi/delayedStarts',
  'test/rules/statements',
  'test/processes/processes',
  'test/http/pageCache',
  'test/http/hostile',
  'test/http/generatedClient',
  'test/shop/documentedCommands',
  'test/staff/manualSettlement',
  'test/processes/build',
  'test/processes/maintenance',
];
for (const name of LONG)
  if (!existsSync(path.join(ROOT, `${name}.test.ts`))) throw new Error(`${name} is gone: take it off the list in ${__filename}`);

/** Folders whose files follow the long files, in this order. Folders whose tests start whole apps come first. */
const FOLDERS = [
  'test/processes/',
  'test/browser/',
  'test/stripe/',
  'test/contract/',
  'test/http/',
  'test/shop/',
  'test/staff/',
  'test/',
];

/** @param {string} file */
const rankOf = file => {
  const name = path.relative(ROOT, file).replaceAll(path.sep, '/');
  const at = LONG.findIndex(long => name === `${long}.test.ts`);
  if (at >= 0) return at;
  const folder = FOLDERS.findIndex(start => name.startsWith(start));
  return LONG.length + (folder >= 0 ? folder : FOLDERS.length);
};

/**
 * Decides the order in which Jest starts the test files. It ignores durations of earlier runs, because a build server has none.
 */
module.exports = class LongestFirst {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    return tests.toSorted((a, b) => rankOf(a.path) - rankOf(b.path) || a.path.localeCompare(b.path));
  }
  cacheResults() {}
  /** @param {{ path: string }[]} tests */
  allFailedTests(tests) {
    return tests;
  }
};
