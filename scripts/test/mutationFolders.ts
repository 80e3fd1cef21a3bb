// The sources that npm run mutation changes, and the tests that should detect the changes. Update this list when a file is moved.

const all = (folder: string): string[] => [`${folder}/**/*.ts`, `!${folder}/**/*.{test,fixture}.ts`];

/**
 * Sources to change, and the tests that cover them, as globs from the root of the repository. Tests that do not cover the
 * sources would only cost time.
 */
export interface MutationFolder {
  sources: string[];
  tests: string[];
}

export const FOLDERS: Readonly<Record<string, MutationFolder>> = {
  pricing: {
    sources: all('server/core/pricing'),
    tests: ['server/core/pricing/*.test.ts'],
  },
  verification: {
    sources: all('server/core/verification'),
    tests: ['server/core/verification/*.test.ts'],
  },
  documents: {
    sources: [
      ...['vatShare', 'nationalVat', 'lineNets', 'invoiceDocument', 'meterFacts', 'calibration'].map(name => `content/${name}`),
      'corrections',
    ].map(name => `server/shop/documents/${name}.ts`),
    tests: ['server/shop/documents/**/*.test.ts'],
  },
  payments: {
    sources: [...all('server/shop/payments'), 'server/adapters/stripe/answers.ts'],
    tests: ['server/shop/payments/*.test.ts', 'server/adapters/stripe/*.test.ts'],
  },
  // Views, the live view and the contract are left out, because they only display data.
  sessions: {
    sources: ['billing', 'cost', 'lifecycle', 'reports'].flatMap(folder => all(`server/shop/sessions/${folder}`)),
    tests: ['server/shop/sessions/**/*.test.ts'],
  },
  limits: {
    sources: [
      'server/http/limits/searchLimits.ts',
      'server/platform/rateLimiter.ts',
      'server/shop/orders/limits.ts',
      'server/shop/payments/cardLimits.ts',
      'server/store/shop/limits.ts',
      'server/runtime/timeLimits.ts',
    ],
    tests: [
      'server/http/limits/*.test.ts',
      'server/platform/rateLimiter.test.ts',
      'server/shop/orders/limits.test.ts',
      'server/runtime/timeLimits.test.ts',
    ],
  },
};
