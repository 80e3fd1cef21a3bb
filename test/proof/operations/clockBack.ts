import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore } from '../../../server/store/openStore.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import { startBuiltApp } from '../../support/builtApp.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { compareLedgers } from './books.ts';
import { chargeAt, settleWithAnother, twoCharge } from './drivers.ts';
import { finding, type Rehearsal } from './findings.ts';
import { inWords, logged, noBugs, STATUS_ENV, waitForStatus } from './reported.ts';

const SPEED = 60;
/** One hour of the app's time, in milliseconds of real time. */
const BACK_MS = HOUR_MS / SPEED;

/** Sets the clock of the machine back while vehicles are charging, and later corrects it. */
export const CLOCK_BACK: Rehearsal = {
  does: 'the clock is set back by an hour, and put right',
  fault: 'it is never put right',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const clock = path.join(folder, 'clock');
    const shiftClock = (byMs: number) => writeFileSync(clock, String(byMs));
    shiftClock(0);
    const shop = shopWith(4);
    atEnd(shop.close);
    const preload = pathToFileURL(path.join(import.meta.dirname, 'turnableClock.ts')).href;
    const env = { ...STATUS_ENV, OPERATOR_DATA: shop.folder, TURNED_CLOCK: clock, NODE_OPTIONS: `--import=${preload}` };
    const app = await startBuiltApp({ speed: SPEED, env });
    atEnd(app.close);
    const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: app.dataDir });
    atEnd(store.close);
    const drivers = await twoCharge(app.origin);
    print('two vehicles charge');
    const since = app.lines.length;
    shiftClock(-BACK_MS);
    const appStatus = await waitForStatus(app.origin, ({ degraded }) => degraded.includes('clock jumped'));
    const page = await fetch(`${app.origin}/en/blaufink`, { headers: { Accept: 'text/html' } });
    // Drivers stop only after the correction. Before it, the simulated stations, which use the same clock, would lose their meter
    // values.
    if (!isBroken) shiftClock(0);
    // Waits until the app has noticed the correction. A session that began earlier would appear to last an hour.
    const jumps = () => app.lines.slice(since).filter(({ msg }) => msg === 'clock jumped').length;
    const after = await waitForStatus(app.origin, ({ ready }) => ready === 200 && (isBroken || jumps() > 1));
    print('it is right again');
    const settled = await settleWithAnother(drivers, { isBroken, brokenMs: 10_000, come: () => chargeAt(app.origin, 2) });
    return [
      finding(
        '/status tells of the jump, and visitors still come',
        inWords(appStatus),
        appStatus.degraded.includes('clock jumped') && appStatus.ready === 200,
      ),
      finding('Pages are shown', `page ${page.status}`, page.status === 200),
      logged(app, since, ['clock jumped']),
      finding('It goes on by itself', inWords(after), after.ready === 200),
      settled,
      ...(await compareLedgers(store, { speed: SPEED, limitMs: isBroken ? 5000 : 30_000 })),
      noBugs([app]),
    ];
  },
};
