// npm run bench -- feed: measures the processor time of the public feed's status of 10,000 points after a change, on a database
// file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { openOperator } from '../../test/support/openShop.ts';
import { cpuMsOf, judge, median, spread } from './figures.ts';

const CLIENT = 'blaufink';
const POINTS = 10_000;
const POINTS_PER_SITE = 4;
const ROUNDS = 12;
/** A status is at most five seconds old. */
const STATUS_S = 6;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-feed-'));
const shop = await openOperator({ store: createStore(openSqlite(path.join(folder, 'file.sqlite'))) });
try {
  const data = await readOperatorData('demo');
  const own = data.points.filter(({ clientId }) => clientId === CLIENT);
  const evseOf = (n: number) => `DE*BLF*E${100_000 + n}*1`;
  const points = Array.from({ length: POINTS }, (_, n) => {
    const like = own[n % own.length];
    if (!like) throw new Error('The demo shop is empty');
    const site = Math.floor(n / POINTS_PER_SITE);
    const coordinates = { latitude: 50 + site / 5000, longitude: 7 };
    return { ...like, evseId: evseOf(n), location: `L${site}`, street: `Street ${site}`, coordinates };
  });
  await shop.operator.importData({ ...data, points: [...data.points, ...points] });
  const read = (document: 'table' | 'status') => cpuMsOf(() => shop.operator.getFeed?.({ clientId: CLIENT, document }));
  console.log(`  table of ${POINTS} points ${(await read('table')).toFixed(0)} ms`);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await shop.operator.reportPlug({ evseId: evseOf(round), connector: '1', state: 'charging' });
    await shop.pass(STATUS_S);
    times.push(await read('status'));
  }
  console.log(`  status after a change ${spread(times, 0)} ms`);
  judge(`feed status of ${POINTS} points after a change, CPU`, median(times), { goal: 200, unit: ' ms' });
} finally {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
}
