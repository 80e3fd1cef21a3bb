const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// Switches V8's own cache of compiled code off. It would hold every copy of every module until the process ends, about 8 MB per
// test file. jestCodeCache.cjs replaces it.
v8.setFlagsFromString('--no-compilation-cache');
// Keeps V8 from compiling calls from WebAssembly to JavaScript anew after 1,000 calls. `fetch` parses answers by WebAssembly. When V8
// of Node 24 frees the first version of such a call, the process sometimes ends with "Check failed: jit_page.has_value()".
v8.setFlagsFromString('--wasm-wrapper-tiering-budget=2000000000');
require('./jestCodeCache.cjs');

/**
 * Jest's environment with V8's own global object. Jest would replace it by a proxy, which slows down each use of `Math`,
 * `Object` or `Promise`, and computations such as drawing a picture by a factor of twenty.
 */
module.exports = class PlainEnvironment extends TestEnvironment {
  // The operator's commands change the umask of their process, which is the worker of the next test file as well.
  umask = process.umask();

  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }

  async teardown() {
    process.umask(this.umask);
    await super.teardown();
  }
};
