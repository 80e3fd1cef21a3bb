// @ts-check
const { workInMemory } = require('./scripts/test/workInMemory.cjs');

workInMemory();
module.exports = {
  testMatch: ['<rootDir>/**/*.test.ts?(x)'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist', '<rootDir>/data/', '<rootDir>/.stryker-tmp'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data/', '<rootDir>/.stryker-tmp'],
  setupFiles: ['<rootDir>/test/support/textEncoder.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '<rootDir>/scripts/test/jestTransform.cjs' },
  testEnvironment: require.resolve('./scripts/test/jestEnvironment.cjs'),
  // Ends tests that hang. A test checks its own time limits, because a busy machine can be slow.
  testTimeout: 90_000,
  testSequencer: require.resolve('./scripts/test/jestSequencer.cjs'),
  // The number of processors of a build server.
  maxWorkers: 2,
};
