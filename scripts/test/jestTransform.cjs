// @ts-check
// The bundler the project has anyway also translates its tests: no Babel, no second compiler to keep in step.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const esbuild = require('esbuild');

const self = readFileSync(__filename);

/** @typedef {{ supportsStaticESM: boolean }} Options */

module.exports = {
  canInstrument: false,
  /** @param {string} source @param {string} file @param {Options} options */
  getCacheKey(source, file, options) {
    const parts = [self, esbuild.version, source, file, String(options.supportsStaticESM)];
    return parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
  },
  /** @param {string} source @param {string} file @param {Options} options */
  process(source, file, { supportsStaticESM }) {
    return esbuild.transformSync(source, {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      jsx: 'automatic',
      format: supportsStaticESM ? 'esm' : 'cjs',
      target: 'node24',
      sourcemap: 'both',
      sourcefile: file,
    });
  },
};
