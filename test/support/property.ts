import fc from 'fast-check';

/** Properties try the same cases each time; npm run prove:random gives them a seed nobody has tried. */
export const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_121);
/** Of how many cases there are, the share that is tried: fewer where the same tests run a thousand times. */
const SHARE = Number(process.env.PROPERTY_SHARE ?? 1);

const ordinary = 100;
/** How many cases a property tries, where that are not a hundred. */
export const runs = (count: number) => ({ numRuns: Math.ceil(count * SHARE) });
// And there nobody reads which case is the smallest that fails.
fc.configureGlobal({ seed: SEED, ...runs(ordinary), endOnFailure: SHARE < 1 });

export { fc };
