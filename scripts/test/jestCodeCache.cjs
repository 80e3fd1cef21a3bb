// Shares compiled code between the test files of one process. Each test file evaluates its own copy of every imported module,
// such as React and Express, which would otherwise be parsed and compiled about fifty times.
const vm = require('node:vm');

const { SourceTextModule, compileFunction } = vm;
/** @type {Map<string, { code: string, data: Buffer | undefined }>} */
const compiled = new Map();

/** @param {string | undefined} file @param {string} code */
const cachedDataOf = (file, code) => {
  const cached = compiled.get(file ?? '');
  return cached?.code === code ? cached.data : undefined;
};

vm.SourceTextModule = class extends SourceTextModule {
  // biome-ignore lint/correctness/noUnreachableSuper: where the first has thrown, nothing was made yet
  constructor(code, options) {
    const cachedData = cachedDataOf(options?.identifier, code);
    try {
      super(code, { ...options, cachedData });
    } catch (error) {
      // The cached code is no longer valid because a test has changed flags of the engine, so the code is compiled again.
      if (!cachedData) throw error;
      compiled.delete(options.identifier);
      super(code, options);
    }
    if (options?.identifier && compiled.get(options.identifier)?.code !== code)
      compiled.set(options.identifier, { code, data: this.createCachedData() });
  }
};

vm.compileFunction = (code, params, options) => {
  const cachedData = cachedDataOf(options?.filename, code);
  const compiledFunction = compileFunction(code, params, { ...options, cachedData, produceCachedData: !cachedData });
  if (cachedData && compiledFunction.cachedDataRejected) compiled.delete(options.filename);
  if (!cachedData && options?.filename) compiled.set(options.filename, { code, data: compiledFunction.cachedData });
  return compiledFunction;
};
