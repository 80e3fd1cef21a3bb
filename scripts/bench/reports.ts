// What a long session costs: npm run bench -- reports
// A meter report and a view after a minute, an hour, a day and three days, in turn, so that what else happens on the machine
// meets all of them; and the first report of a process that has just begun. BENCH_ROUNDS: how many of each.
import { cpuMs, median, ms } from './parts/figures.ts';
import { INTERVAL_S, type LongSession, openLongSession } from './parts/longSession.ts';

const LENGTHS_S = { '1 min': 60, '1 h': 3600, '24 h': 24 * 3600, '72 h': 72 * 3600 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP = 8;
const RESTARTS = 5;

const WHAT = {
  report: 'A report',
  first: 'A view after it',
  again: 'The same view once more',
  restart: 'The first report after a restart',
} as const;

interface Measured extends LongSession {
  name: string;
  /** Milliseconds of processor time. */
  figures: Record<keyof typeof WHAT, number[]>;
}

const sessions: Measured[] = [];
for (const [name, lengthS] of Object.entries(LENGTHS_S)) {
  const session = await openLongSession(lengthS / INTERVAL_S);
  sessions.push({ ...session, name, figures: { report: [], first: [], again: [], restart: [] } });
}
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const { app, sessionId, tell, figures } of sessions) {
    const report = await tell();
    const view = () => cpuMs(() => app.operator.getSession({ sessionId }));
    const [first, again] = [await view(), await view()];
    if (round < 0) continue;
    figures.report.push(report);
    figures.first.push(first);
    figures.again.push(again);
  }
for (let round = 0; round < RESTARTS; round++)
  for (const { app, tell, figures } of sessions) {
    await app.restart();
    figures.restart.push(await tell());
  }

console.log(`Milliseconds of processor time, median (least–most) of ${ROUNDS}; after a restart of ${RESTARTS}`);
for (const [key, words] of Object.entries(WHAT) as [keyof typeof WHAT, string][]) {
  const all = sessions.map(({ figures }) => figures[key]);
  const ratio = median(all.at(-1) ?? []) / median(all[0] ?? []);
  const columns = sessions.map(({ name, figures }) => `${name} ${ms(figures[key])}`);
  console.log(`${words.padEnd(34)}${columns.join('   ')}   72 h ÷ 1 min ${ratio.toFixed(2)}`);
}
for (const { app } of sessions) await app.close();
