const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// The engine's own cache of compiled code holds every copy of every module until the process ends: some 8 MB for each test file.
// The code cache below makes it superfluous.
v8.setFlagsFromString('--no-compilation-cache');
require('./jestCodeCache.cjs');

/**
 * Jest's environment, but with the global object that the engine itself makes. Jest puts a proxy in its place, which is
 * asked at each use of `Math`, `Object` or `Promise`: what computes much, as the drawing of a picture, takes twenty times as long.
 */
module.exports = class PlainEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
};
