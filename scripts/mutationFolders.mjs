// What npm run mutation changes, and the tests it expects to notice. A file that moves is moved here and nowhere else.

const OPERATOR = 'server/operator';
const all = folder => [`${folder}/**/*.ts`, `!${folder}/**/*.{test,fixture}.ts`];

/** Globs from the root; `tests` speak of the sources, others would only take time. */
export const FOLDERS = {
  pricing: {
    sources: all(`${OPERATOR}/pricing`),
    tests: [`${OPERATOR}/pricing/*.test.ts`],
  },
  check: {
    sources: all(`${OPERATOR}/check`),
    tests: [`${OPERATOR}/check/*.test.ts`],
  },
  documents: {
    sources: ['vatShare', 'nationalVat', 'lineNets', 'laterDocuments'].map(name => `${OPERATOR}/documents/${name}.ts`),
    tests: ['vatShare', 'nationalVat', 'laterDocuments.properties', 'eInvoice.properties'].map(
      name => `${OPERATOR}/documents/${name}.test.ts`,
    ),
  },
  payments: {
    sources: [
      ...['holds', 'moneyPromises', 'refunds', 'refundPromises', 'givenBack'].map(name => `${OPERATOR}/${name}.ts`),
      'server/adapters/stripe/answers.ts',
    ],
    tests: [
      ...['bills', 'byHand', 'captures', 'givenBack', 'holds', 'lateStarts', 'moneyRaces', 'refunds'].map(
        name => `${OPERATOR}/${name}.test.ts`,
      ),
      'server/adapters/stripe/*.test.ts',
    ],
  },
  sessions: {
    sources: ['reports', 'sessionMoves', 'complete', 'credible'].map(name => `${OPERATOR}/${name}.ts`),
    tests: ['bills', 'byHand', 'lateStarts', 'oddReports', 'startsAndStops', 'stuckSessions', 'timeLimits'].map(
      name => `${OPERATOR}/${name}.test.ts`,
    ),
  },
  limits: {
    sources: ['server/http/searchLimits.ts', `${OPERATOR}/timeLimits.ts`],
    tests: ['test/http/searchLimits.test.ts', `${OPERATOR}/timeLimits.test.ts`, `${OPERATOR}/limit.test.ts`],
  },
};
