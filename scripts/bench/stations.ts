// npm run bench -- stations: measures the reports of 200 charging sessions that report once a second, on a database file and on
// PostgreSQL: processor time of a report and statements a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createPostgresChangeFeed } from '../../server/store/engine/postgresChangeFeed.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { type OpenOperator, openOperator } from '../../test/support/openShop.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { cpuMsOf, judge, median, spread } from './figures.ts';

const SESSIONS = 200;
const WARM_UP_ROUNDS = 5;
const ROUNDS = 20;
/** Energy of one report: far below the limit of the payment, so that no session ends. */
const STEP_WH = 1;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-stations-'));
const postgres = await startPostgres({ isDurable: true });
let statements = 0;
const log = () => void statements++;
try {
  await measure('SQLite', createStore(openSqlite(path.join(folder, 'file.sqlite'), { log })));
  const url = await postgres.createDatabase();
  const db = openPostgres(url, { log, maxConnections: 10 });
  const perSecond = await measure('PostgreSQL', createStore(db, createPostgresChangeFeed({ db, listenUrl: url })));
  judge('200 sessions report once a second: statements a second on PostgreSQL', perSecond, { goal: 120 });
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the number of statements in a second in which each session reports once */
async function measure(engine: string, store: Store): Promise<number> {
  const app = await openOperator({ store });
  try {
    const sessions = await openSessions(app);
    console.log(`  ${engine}: ${SESSIONS} sessions are charging`);
    const times: number[] = [];
    for (let round = 1; round <= WARM_UP_ROUNDS + ROUNDS; round++) {
      if (round === WARM_UP_ROUNDS + 1) statements = 0;
      const ms = await cpuMsOf(async () => {
        await app.clock.pass(1000);
        await Promise.all(sessions.map(each => report(app, each, round)));
      });
      if (round > WARM_UP_ROUNDS) times.push(ms / SESSIONS);
    }
    const perSecond = statements / ROUNDS;
    console.log(`  ${engine}: a report takes ${spread(times)} ms; ${perSecond.toFixed(0)} statements a second`);
    judge(`a station report on ${engine}, CPU`, median(times), { goal: 0.5, unit: ' ms' });
    return perSecond;
  } finally {
    await app.close();
  }
}

interface Charging {
  authorizationReference: string;
  startedAt: Date;
}

async function openSessions(app: OpenOperator): Promise<Charging[]> {
  const data = await readOperatorData('demo');
  const point = data.points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1');
  if (!point) throw new Error('The demo shop has lost a point');
  const evseOf = (n: number) => `DE*BLF*E${30_000 + n}*1`;
  const added = Array.from({ length: SESSIONS }, (_, n) => ({ ...point, evseId: evseOf(n) }));
  await app.operator.importData({ ...data, points: [...data.points, ...added] });
  const sessions: Charging[] = [];
  for (let n = 0; n < SESSIONS; n++) {
    const { authorizationReference } = await app.charging({ evseId: evseOf(n) });
    sessions.push({ authorizationReference, startedAt: app.clock.now() });
  }
  return sessions;
}

async function report({ operator, clock }: OpenOperator, { authorizationReference, startedAt }: Charging, round: number) {
  await operator.report(authorizationReference, {
    ...{ authorizationReference, startedAt, endedAt: null, state: 'charging', signedValues: [], isFinal: false },
    readings: [{ at: clock.now(), energyWh: round * STEP_WH, powerW: 3600, isCharging: true }],
  });
}
