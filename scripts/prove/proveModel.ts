// npm run prove:model: runs every interleaving of the events of one order with up to three crashes, then random sequences. The
// real functions run on a database that is restored before each step. Afterwards each rule of the payment logic is switched off
// in turn, and the run must find a fault. With -- --short, one crash. The run fails on a fault, or if a state is never reached.
import { type Exploration, type ExploreOptions, explore } from '../../test/proof/model/explore.ts';
import { wander } from '../../test/proof/model/wander.ts';

const isShort = process.argv.includes('--short');

interface Run {
  name: string;
  left: NonNullable<ExploreOptions['left']>;
  rules?: NonNullable<ExploreOptions['rules']>;
  atOnce?: number;
}

/** Runs that search for faults. `left`: events that may occur, in addition to a double click, a cancelled start and a stop. */
const SHORT: readonly Run[] = [
  { name: 'one crash', left: { refusals: 1, faults: 1, crashes: 1 } },
  { name: 'hold that lapses soon', left: { shortHolds: 1, faults: 1, crashes: 1, clicks: 1 } },
];
const FULL: readonly Run[] = [
  { name: 'three crashes', left: { refusals: 1, faults: 1, crashes: 3 } },
  { name: 'three answers lost', left: { refusals: 1, faults: 3, crashes: 1 } },
  { name: 'second thoughts', left: { others: 1, cancelOrder: 1, lastMoments: 1, crashes: 1 } },
  { name: 'two at once', left: { cancelOrder: 1, cancelStart: 0, stop: 0, clicks: 2 }, atOnce: 2 },
  { name: 'two at once, last moment', left: { lastMoments: 1, cancelStart: 0, stop: 0 }, atOnce: 2 },
  { name: 'two at once, one crash', left: { cancelStart: 0, stop: 0, clicks: 1, crashes: 1 }, atOnce: 2 },
];
const ALL = { others: 1, cancelOrder: 1, lastMoments: 1, shortHolds: 1, refusals: 1, faults: 3, crashes: 3 };
/** Runs with one rule of the payment logic switched off, each with the fewest events that lead to a fault without this rule. */
const WITHOUT: readonly Run[] = [
  { name: 'without rule 1', rules: { tombstone: false }, left: { crashes: 1 } },
  { name: 'without rule 2', rules: { definiteAnswers: false }, left: { faults: 1 } },
  { name: 'without rule 3', rules: { closedPages: false }, left: { clicks: 1, lastMoments: 1 } },
  { name: 'without rule 4', rules: { ownKeys: false }, left: { crashes: 1 } },
  { name: 'without ends of holds', rules: { lastingHolds: false }, left: { shortHolds: 1 } },
];

const shown: object[] = [];
function show({ name, left, rules, atOnce = 1 }: Run, { found, isWhole, seconds, ...figures }: Exploration): void {
  for (const [what, variant] of found) console.log(`${name}: ${what}\n  ${variant.join(' > ')}`);
  const crashes = left.crashes ?? 0;
  shown.push({
    run: name,
    'at once': atOnce,
    crashes,
    ...figures,
    whole: isWhole,
    found: found.size,
    seconds: Math.round(seconds),
  });
  if (rules ? found.size === 0 : found.size > 0) process.exitCode = 1;
}
async function runWhole(run: Run): Promise<void> {
  const { left, rules = {}, atOnce = 1 } = run;
  const seen = await explore({ left, rules, limits: { flights: atOnce }, isOverAtFirst: 'rules' in run });
  show(run, seen);
  if (!seen.isWhole && !run.rules) process.exitCode = 1;
}

for (const run of isShort ? SHORT : [...SHORT, ...FULL]) await runWhole(run);
if (!isShort) {
  const walks = { name: '20,000 walks', left: ALL, atOnce: 3 };
  show(walks, await wander({ left: ALL, limits: { flights: 3 }, walks: 20_000, seed: 'model' }));
}
for (const run of WITHOUT) await runWhole(run);
console.table(shown);
