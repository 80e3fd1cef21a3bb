import fc from 'fast-check';

/** Seed of all properties, so that every run tries the same cases. `npm run prove:random` sets a random seed. */
export const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_121);
/** Share of the cases that are tried. Below 1 where the same tests run a thousand times. */
const SHARE = Number(process.env.PROPERTY_SHARE ?? 1);

const ordinary = 100;
/** Number of cases of a property; the default is 100. */
export const runs = (count: number) => ({ numRuns: Math.ceil(count * SHARE) });
// With a share below 1, a failing case is not shrunk because the smallest case is not needed.
fc.configureGlobal({ seed: SEED, ...runs(ordinary), endOnFailure: SHARE < 1 });

export { fc };
