import fc from 'fast-check';

/**
 * Seed of all property-based tests. It is fixed, so that every run tries the same cases. `npm run prove:random` sets a random
 * seed.
 */
export const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_121);
/** Share (0 to 1) of the cases to try. Mutation tests set it below 1, because they run the same tests a thousand times. */
const SHARE = Number(process.env.PROPERTY_SHARE ?? 1);

const ordinary = 100;
/** Options of a property that tries `count` cases. Without these options, a property tries 100. */
export const runs = (count: number) => ({ numRuns: Math.ceil(count * SHARE) });
// With a share below 1, a failing case is not simplified, because nobody reads it.
fc.configureGlobal({ seed: SEED, ...runs(ordinary), endOnFailure: SHARE < 1 });

export { fc };
