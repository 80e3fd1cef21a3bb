// @ts-check
// The tests of one folder of npm run mutation, run as npm run jest runs them.
const { FOLDERS } = require('./mutationFolders.ts');
const config = require('../jest.config.cjs');

const { tests } = FOLDERS[process.env.MUTATION_FOLDER ?? ''] ?? { tests: [] };

module.exports = {
  ...config,
  rootDir: '..',
  testMatch: tests.map(test => `<rootDir>/${test}`),
  maxWorkers: 1,
  testTimeout: 180_000,
};
