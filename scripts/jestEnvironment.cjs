const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
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
