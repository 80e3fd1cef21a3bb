// @ts-check
const { existsSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

/**
 * Test files that take long because they wait: for real processes, browsers and clocks. They are begun first, and the many
 * short ones fill the gaps; begun last, they would keep one worker busy while the others have nothing left to do.
 * Longest first, as the list of slow files at the end of npm test tells.
 */
const LONG = [
  'test/processes/databaseFaults',
  'test/processes/databaseAway',
  'test/stripe/stripeMoney',
  'test/processes/crash',
  'test/browser/accessibility',
  'test/contract/ocppStations',
  'test/contract/charging',
  'test/browser/interruptions',
  'test/browser/withinTheApp',
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
  'test/shop/documentedCommands',
  'test/staff/manualSettlement',
  'test/processes/build',
  'test/processes/maintenance',
];
for (const name of LONG)
  if (!existsSync(path.join(ROOT, `${name}.test.ts`))) throw new Error(`${name} is gone: take it off the list in ${__filename}`);

/** After those, folders with whole apps, and then everything else. */
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

/** In which order jest begins the test files. It knows no durations of earlier runs: a build server has none. */
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
