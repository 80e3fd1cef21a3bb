// npm run bench -- reports: checks that a meter report costs no more in a long session than in a short one. Alternately measures
// a session of one minute and one of twelve hours on a database file: the time to apply a report and the time to render the
// session. Also measures the first report after a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MeterReading } from '../../server/core/ports/stationPort.ts';
import { openStore } from '../../server/store/openStore.ts';
import { type OpenOperator, openOperator } from '../../test/support/openShop.ts';
import { cpuMsOf, ratio, spread } from './figures.ts';

/** A plug whose tariff has only an energy price. A time fee could exceed the payment limit and end the session. */
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' };
const READING_COUNTS = { '1 min': 6, '12 h': 12 * 360 };
const INTERVAL_S = 10;
const ROUNDS = 20;
const WARM_UP_ROUNDS = 8;
const RESTARTS = 5;

const TITLES = {
  report: 'a report',
  view: 'a view after the report',
  sameView: 'the same view again',
  restart: 'the first report after a restart',
} as const;
type Figures = Record<keyof typeof TITLES, number[]>;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-reports-'));
const sessions = await Promise.all(Object.entries(READING_COUNTS).map(([name, count]) => openSession(name, count)));
try {
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
    for (const { app, sessionId, report, figures } of sessions) {
      const view = () => cpuMsOf(() => app.operator.getSession({ sessionId }));
      const measured = { report: await report(1), view: await view(), sameView: await view() };
      if (round >= 0) for (const key of ['report', 'view', 'sameView'] as const) figures[key].push(measured[key]);
    }
  for (let round = 0; round < RESTARTS; round++)
    for (const { app, report, figures } of sessions) {
      await app.restart();
      figures.restart.push(await report(1));
    }
  const [short, long] = sessions.map(({ figures }) => figures);
  console.log('milliseconds of processor time after 1 min and after 12 h, and 12 h ÷ 1 min');
  for (const [key, title] of Object.entries(TITLES) as [keyof Figures, string][]) {
    const [one = [], other = []] = [short?.[key], long?.[key]];
    console.log(`  ${title.padEnd(34)} ${spread(one)}   ${spread(other)}   ${ratio(other, one)}`);
  }
} finally {
  for (const { app } of sessions) await app.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens a session whose station has already reported `count` meter values. */
async function openSession(name: string, count: number) {
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: path.join(folder, name) });
  const app: OpenOperator = await openOperator({ store });
  const { authorizationReference, sessionId } = await app.charging(POINT);
  const startedAt = app.clock.now();
  let readingCount = 0;
  const nextReading = (): MeterReading => {
    readingCount += 1;
    const at = new Date(startedAt.getTime() + readingCount * INTERVAL_S * 1000);
    return { at, energyWh: readingCount, powerW: 360, isCharging: true };
  };
  /**
   * Reports `more` meter values in one call.
   * @returns the milliseconds of processor time
   */
  const report = async (more: number): Promise<number> => {
    const readings = Array.from({ length: more }, nextReading);
    const session = { authorizationReference, startedAt, endedAt: null, signedValues: [], isFinal: false };
    await app.clock.pass(more * INTERVAL_S * 1000);
    return cpuMsOf(() => app.operator.report(authorizationReference, { ...session, state: 'charging', readings }));
  };
  await report(count);
  const figures: Figures = { report: [], view: [], sameView: [], restart: [] };
  return { app, sessionId, report, figures };
}
