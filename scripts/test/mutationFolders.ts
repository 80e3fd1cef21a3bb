// What npm run mutation changes, and the tests it expects to notice. A file that moves is moved here and nowhere else.

const OPERATOR = 'server/operator';
const all = (folder: string): string[] => [`${folder}/**/*.ts`, `!${folder}/**/*.{test,fixture}.ts`];

/** Globs from the root; `tests` speak of the sources, others would only take time. */
export interface MutationFolder {
  sources: string[];
  tests: string[];
}

export const FOLDERS: Readonly<Record<string, MutationFolder>> = {
  pricing: {
    sources: all(`${OPERATOR}/pricing`),
    tests: [`${OPERATOR}/pricing/*.test.ts`],
  },
  check: {
    sources: all(`${OPERATOR}/check`),
    tests: [`${OPERATOR}/check/*.test.ts`],
  },
  documents: {
    sources: ['vatShare', 'nationalVat', 'lineNets', 'laterDocuments', 'invoiceDocument', 'meterFacts', 'calibration'].map(
      name => `${OPERATOR}/documents/${name}.ts`,
    ),
    tests: [`${OPERATOR}/documents/*.test.ts`, `${OPERATOR}/documents/einvoice/*.test.ts`],
  },
  payments: {
    sources: [...all(`${OPERATOR}/payments`), 'server/adapters/stripe/answers.ts'],
    tests: [`${OPERATOR}/payments/*.test.ts`, 'server/adapters/stripe/*.test.ts'],
  },
  // What is only shown to a driver is not here: views, the live view and the contract.
  sessions: {
    sources: [
      ...['reports', 'transitions', 'complete', 'plausibility', 'stationJobs', 'overdue', 'oddities'],
      ...['meter/meterSoFar', 'told', 'meter/curve', 'priceNow', 'prices', 'accounts/*'],
    ].flatMap(name => [`${OPERATOR}/sessions/${name}.ts`, `!${OPERATOR}/sessions/${name}.test.ts`]),
    tests: [`${OPERATOR}/sessions/**/*.test.ts`],
  },
  limits: {
    sources: [
      ...['searchLimits', 'memoryLimiter'].map(name => `server/http/${name}.ts`),
      ...['orders/limits', 'store/limits', 'worker/timeLimits'].map(name => `${OPERATOR}/${name}.ts`),
    ],
    tests: [
      ...['searchLimits', 'memoryLimiter'].map(name => `server/http/${name}.test.ts`),
      ...['orders/limits', 'worker/timeLimits'].map(name => `${OPERATOR}/${name}.test.ts`),
    ],
  },
};
