// npm run prove:money: places 10,000 orders while processes are killed 400 times and the database is disconnected, locked or
// full, on SQLite and on PostgreSQL with two processes. Afterwards the payment provider's ledger, the stations' meters and the
// database must agree. Then each rule is switched off in turn, and a fault must be found. With -- --short: 40 orders and 6 kills
// on SQLite, 20 and 4 on PostgreSQL. Options: --engine=sqlite|postgres --stations=own|ocpi|ocpp --orders=N --kills=N --troubles=N
// --seed=WORD --without=1…5. With --engine or --orders, no rule is switched off.
import { parseArgs } from 'node:util';
import { FAULTS } from '../../test/proof/money/ledgers.ts';
import { type ProofOptions, type Proven, prove } from '../../test/proof/money/proof.ts';
import { STATION_KINDS } from '../../test/proof/money/reachedStations.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    engine: { type: 'string' },
    stations: { type: 'string' },
    orders: { type: 'string' },
    kills: { type: 'string' },
    troubles: { type: 'string' },
    seed: { type: 'string', default: 'money' },
    speed: { type: 'string' },
    crowd: { type: 'string' },
    without: { type: 'string' },
  },
});
const { short, seed } = values;
const stations = STATION_KINDS.find(kind => kind === (values.stations ?? 'own'));
if (!stations) throw new Error(`--stations is one of: ${STATION_KINDS.join(', ')}`);
/** Runs with OCPP stations are smaller and slower, because these stations send many more messages per session. */
const isOcpp = stations === 'ocpp';
const USUAL_SPEED = short ? 400 : 60;
const usual = {
  seed,
  orders: Number(values.orders ?? 10_000),
  kills: Number(values.kills ?? 400),
  // Number of database faults of each kind.
  troubles: Number(values.troubles ?? (short ? 1 : 12)),
  // Factor by which time runs faster. If it is too high for the machine, the app falls behind; `behindMin` in the table shows by
  // how much.
  speed: Number(values.speed ?? (isOcpp ? 15 : USUAL_SPEED)),
  crowd: Number(values.crowd ?? (isOcpp || short ? 50 : 80)),
  stations,
  print: (progress: string) => console.log(progress),
};
/** Options for runs in which one rule is switched off. Without a rule, one in a few hundred orders has a fault. */
const BROKEN: Omit<ProofOptions, 'broken'> = {
  ...usual,
  engine: 'sqlite',
  orders: 400,
  kills: 10,
  troubles: 0,
  speed: 120,
  crowd: 60,
};
/** Options of --short. PostgreSQL with two processes and durable writes is slower than SQLite, so it gets fewer orders. */
const SHORT = {
  sqlite: { orders: 40, kills: 6, speed: 200, crowd: 30 },
  postgres: { orders: 20, kills: 4, speed: 100, crowd: 15 },
};

interface Result {
  name: string;
  found: Proven['found'];
}

const shown: object[] = [];
const injections: object[] = [];
async function run(request: ProofOptions): Promise<Result> {
  const name = `${request.engine}${request.stations === 'own' ? '' : `, ${request.stations.toUpperCase()}`}${request.broken ? `, without rule ${request.broken}` : ''}`;
  console.log(`— ${name}: ${request.orders} orders, ${request.kills} kills`);
  const { found, injected, stories, complaints, missed, ...figures } = await prove(request);
  injections.push({ run: name, ...injected });
  const faults = [...found].filter(([, where]) => where.length > 0);
  shown.push({
    run: name,
    ...figures,
    seconds: Math.round(figures.seconds),
    found: faults.reduce((sum, [, where]) => sum + where.length, 0),
  });
  for (const [fault, where] of faults) console.log(`  ${fault}: ${where.length} (${where.slice(0, 3).join(', ')})`);
  if (!request.broken) for (const story of stories) console.log(`  ${story}`);
  if (request.kills >= 100 && missed.length > 0) console.log(`  nobody died: ${missed.join(', ')}`);
  for (const line of [...new Set(complaints)].slice(0, 5)) console.log(`  complaint: ${line.slice(0, 400)}`);
  const isRight = request.broken ? faults.length > 0 : faults.length === 0 && complaints.length === 0;
  if (!isRight) process.exitCode = 1;
  return { name, found };
}

const engines = (['sqlite', 'postgres'] as const).filter(engine => values.engine === undefined || values.engine === engine);
if (engines.length === 0) throw new Error('--engine is sqlite or postgres');
const RULES = [1, 2, 3, 4, 5] as const;
const shorter = (engine: 'sqlite' | 'postgres') => ({ ...SHORT[engine], ...(isOcpp ? { speed: usual.speed } : {}) });
const results: Result[] = [];
if (values.without) {
  const broken = RULES.find(rule => String(rule) === values.without);
  if (!broken) throw new Error('--without is a number from 1 to 5');
  results.push(await run({ ...BROKEN, broken }));
} else {
  for (const engine of engines) results.push(await run({ ...usual, ...(short ? shorter(engine) : {}), engine, broken: null }));
  // With --short, --engine or --orders, the five runs with a rule switched off are left out.
  const isWhole = !short && !values.engine && !values.orders;
  if (isWhole) for (const broken of RULES) results.push(await run({ ...BROKEN, broken }));
}
console.table(shown);
console.table(injections);
console.table(
  FAULTS.map(fault => ({
    fault,
    ...Object.fromEntries(results.map(({ name, found }) => [name, found.get(fault)?.length ?? 0])),
  })),
);
