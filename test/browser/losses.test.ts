import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { chargeFor, orderAndPay, POINTS, sessionPath, stop } from '../support/journeySteps.ts';
import { type LossyWire, type Network, openLossyWire } from '../support/lossyWire.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });
const wires: LossyWire[] = [];
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close();
});

const t = (key: string, values = {}) => translator('de', key, values).replaceAll('\u00a0', ' ');
/** Matches the error messages of a browser for a lost request or response. */
const LOST = /ERR_|Failed to fetch|error occurred when fetching|status of 503|NetworkError/;

/** One step of a test: a change of the network, an action of the driver, or a wait in seconds. */
type Step = Network | 'stop' | 'take back' | 'goal' | 'reload' | number;

/** Steps that end with a stop that the driver still wants. */
const STOPS: readonly [string, readonly Step[]][] = [
  ['before it', ['down', 'stop', 8]],
  ['before it, for a moment', ['down', 'up', 'stop']],
  ['before it, then only of answers', ['down', 'stop', 'mute', 6]],
  ['while it is sent', ['mute', 'stop', 5]],
  ['while it is sent, for long', ['stuck', 'stop', 14]],
  ['while it is sent, for a moment', ['stuck', 'stop', 2]],
  ['after it', ['stop', 'down', 6]],
  ['of its answer, and a reload', ['mute', 'stop', 2, 'down', 'reload', 3]],
  ['before it, and a reload', ['down', 'stop', 'reload', 4]],
  ['before it, and two reloads', ['down', 'stop', 'reload', 1, 'reload', 3]],
  ['before it, and a reload when it is over', ['down', 'stop', 'up', 'reload']],
  ['again and again', ['down', 'stop', 'up', 'down', 1, 'up', 'down', 1, 'up', 'down', 3]],
  ['of answers, again and again', ['mute', 'stop', 'up', 'mute', 1, 'down', 'mute', 2, 'stuck', 4]],
  ['before it, taken back and asked again', ['down', 'stop', 4, 'take back', 'stop', 3]],
  ['before it, taken back, and asked again after a reload', ['down', 'stop', 4, 'take back', 'reload', 'stop', 3]],
  ['of answers, then of everything', ['mute', 'stop', 'down', 5]],
  ['of everything, then stuck', ['down', 'stop', 2, 'stuck', 6]],
];

test.each(STOPS)(
  'a stop comes once, whatever the phone loses: %s',
  async (_, steps) => {
    const { driver, wire, id } = await charging();
    for (const step of steps) {
      await runStep(step, driver, wire);
      await expectTrueWords(driver, id);
    }
    wire.is('up');
    await driver.comesToSee(t('session.completed'));
    expect(stopsOf(id)).toEqual({ stopReason: 'driver', requested: 1 });
    await driver.doesNotSee(t('offline.stop.kept'));
    expect(await driver.page.evaluate(() => localStorage.getItem('asked-stops'))).toBeNull();
  },
  90_000,
);

test.each<[string, readonly Step[]]>([
  ['before it', ['down', 'goal', 2]],
  ['while it is sent', ['mute', 'goal', 2]],
  ['after it', ['goal', 'down', 3]],
])(
  'a goal that got no answer says so, keeps what was typed and is set once: loss %s',
  async (_, steps) => {
    const { driver, wire, id } = await charging();
    for (const step of steps) await runStep(step, driver, wire);
    const isOpen = (await driver.text()).includes(t('goal.energy.label'));
    if (isOpen) await driver.sees(t('goal.error.failed'));
    wire.is('up');
    if (isOpen) {
      expect(await driver.valueOf(t('goal.energy.label'))).toBe(GOAL_KWH);
      // The page changes the words of the button when it learns that the first request had arrived.
      await driver.presses('button', new RegExp(`^(${t('goal.set')}|${t('goal.change')})$`));
    }
    await driver.sees(t('goal.stopsAt', { goal: `${GOAL_KWH} kWh` }));
    expect(stopsOf(id)).toEqual({ stopReason: null, requested: 0 });
    // Makes the charging point available for the next test.
    await stop(driver);
    await driver.comesToSee(t('session.completed'));
  },
  90_000,
);

const GOAL_KWH = '60';

/** Starts a session. The driver's phone reaches the app through its own unreliable connection. */
async function charging(): Promise<{ driver: Visitor; wire: LossyWire; id: string }> {
  const wire = await openLossyWire(fixture.app().origin);
  wires.push(wire);
  const driver = await fixture.enters({ origin: wire.origin });
  driver.expects(LOST);
  // The vehicle of the previous test may still occupy the plug.
  const isFree = () => driver.go(POINTS.connected).then(async () => !(await driver.text()).includes(t('unusable.busy')));
  await until(isFree, Boolean, 30_000);
  await orderAndPay(driver, POINTS.connected);
  await chargeFor(driver, 1);
  const session = sessionPath(driver);
  // The service worker stores the page asynchronously, so the test waits for it.
  await until(() => driver.page.evaluate(async at => (await caches.match(at)) !== undefined, session), Boolean);
  return { driver, wire, id: session.split('/').at(-1) ?? '' };
}

async function runStep(step: Step, driver: Visitor, wire: LossyWire): Promise<void> {
  if (typeof step === 'number') await new Promise(done => setTimeout(done, step * 1000));
  else if (step === 'stop') await stop(driver);
  else if (step === 'take back') await driver.presses('button', t('offline.stop.takeBack'));
  else if (step === 'reload') await driver.go(sessionPath(driver));
  else if (step === 'goal') {
    await driver.presses('link', t('goal.set'));
    // Not by position: the dialog still moves when it has just opened.
    await driver.page.$eval('dialog input[type=radio][value=energy]', radio => (radio as HTMLInputElement).click());
    await driver.types(t('goal.energy.label'), GOAL_KWH);
    await driver.presses('button', t('goal.set'));
  } else wire.is(step);
}

/**
 * Checks that the page reports a completed session only after exactly one stop, and a stored stop only while this phone still
 * has to send it.
 */
async function expectTrueWords(driver: Visitor, id: string): Promise<void> {
  const text = await driver.text();
  if (text.includes(t('session.completed'))) expect(stopsOf(id).requested).toBe(1);
  if (text.includes(t('offline.stop.kept')))
    expect(await driver.page.evaluate(() => localStorage.getItem('asked-stops'))).toContain(id);
}

/** Reads from the app's database why the session was stopped and how many stop jobs were sent to the station. */
function stopsOf(id: string): { stopReason: unknown; requested: unknown } {
  const db = new DatabaseSync(path.join(fixture.app().dataDir, 'house.sqlite'), { readOnly: true });
  try {
    const session = db.prepare('SELECT stop_reason AS stopReason FROM sessions WHERE id = ?').get(id) as { stopReason: unknown };
    const jobs = db.prepare("SELECT count(*) AS requested FROM outbox WHERE kind = 'stop' AND subject_id = ?").get(id);
    return { ...session, ...(jobs as { requested: unknown }) };
  } finally {
    db.close();
  }
}
