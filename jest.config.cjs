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
  // Ends what hangs. How quickly something must happen is said by the test itself: a busy machine may be slow.
  testTimeout: 90_000,
  testSequencer: require.resolve('./scripts/test/jestSequencer.cjs'),
  // As many as a build server has processors: with more, whole processes and browsers miss their time.
  maxWorkers: 2,
};
