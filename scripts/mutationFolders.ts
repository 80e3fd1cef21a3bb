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
    sources: ['vatShare', 'nationalVat', 'lineNets', 'laterDocuments'].map(name => `${OPERATOR}/documents/${name}.ts`),
    tests: ['vatShare', 'nationalVat', 'laterDocuments.properties', 'eInvoice.properties'].map(name =>
      name === 'eInvoice.properties' ? `${OPERATOR}/documents/einvoice/${name}.test.ts` : `${OPERATOR}/documents/${name}.test.ts`,
    ),
  },
  payments: {
    sources: [
      ...['holds', 'capture', 'refunds', 'refundJobs', 'outsideChanges'].map(name => `${OPERATOR}/payments/${name}.ts`),
      'server/adapters/stripe/answers.ts',
    ],
    tests: [
      ...['bills', 'byHand', 'captures', 'outsideChanges', 'holds', 'lateStarts', 'moneyRaces', 'refunds'].map(
        name => `test/operator/${name}.test.ts`,
      ),
      'server/adapters/stripe/*.test.ts',
    ],
  },
  sessions: {
    sources: ['reports', 'transitions', 'complete', 'plausibility'].map(name => `${OPERATOR}/sessions/${name}.ts`),
    tests: [
      ...['bills', 'byHand', 'lateStarts', 'oddReports', 'startsAndStops', 'stuckSessions'].map(
        name => `test/operator/${name}.test.ts`,
      ),
      `${OPERATOR}/worker/timeLimits.test.ts`,
    ],
  },
  limits: {
    sources: ['server/http/searchLimits.ts', `${OPERATOR}/worker/timeLimits.ts`],
    tests: ['test/http/searchLimits.test.ts', `${OPERATOR}/worker/timeLimits.test.ts`, 'test/operator/limit.test.ts'],
  },
};
