// @ts-check
module.exports = {
  testMatch: ['<rootDir>/**/*.test.ts?(x)'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist', '<rootDir>/data/', '<rootDir>/.stryker-tmp'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data/', '<rootDir>/.stryker-tmp'],
  setupFiles: ['<rootDir>/test/support/textEncoder.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '<rootDir>/scripts/jestTransform.cjs' },
  testTimeout: 30_000,
  maxWorkers: 2,
};
