const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// The engine's own cache of compiled code holds every copy of every module until the process ends, about 8 MB per test file. The
// cache of jestCodeCache.cjs replaces that cache.
v8.setFlagsFromString('--no-compilation-cache');
require('./jestCodeCache.cjs');

/**
 * Jest's environment with the engine's own global object. Jest would replace that object by a proxy, which every use of `Math`,
 * `Object` or `Promise` goes through. Computations such as the drawing of a picture would take twenty times as long.
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
