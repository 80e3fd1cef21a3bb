import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import type { GoalForm } from '../../shared/forms/goal.ts';
import type { Progress } from '../../shared/price/progress.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let app: OpenOperator;
let driver: Ordered;
beforeEach(async () => {
  // The time at the charging point is eleven o'clock.
  app = await openOperator({ startsAt: '2026-11-20T10:00:00.000Z' });
  driver = await app.charging();
});
afterEach(() => app.close());

const POWER_W = 18_000;
/** Energy that 18 kW deliver in ten seconds. */
const WH_PER_TEN_SECONDS = 50;
let readAt = 0;
beforeEach(() => {
  readAt = 0;
});

/** Charges and reports a meter value every ten seconds until the app sends a stop request to the station. */
async function charge(seconds: number, { powerW = POWER_W } = {}): Promise<void> {
  for (let s = 0; s < seconds && !app.stations.hasStopRequest(driver.authorizationReference); s += 10) {
    await app.pass(10);
    readAt += powerW > 0 ? WH_PER_TEN_SECONDS : 0;
    const reading = { at: app.clock.now(), energyWh: readAt, powerW, isCharging: powerW > 0 };
    await app.stations.meter(driver.authorizationReference, reading);
  }
}
const form = (more: Partial<GoalForm>): GoalForm => ({ kind: 'energy', energy: '', amount: '', time: '', ...more });
const kwh = (energy: string) => form({ kind: 'energy', energy });
const euros = (amount: string) => form({ kind: 'amount', amount });
const clock = (time: string) => form({ kind: 'time', time });
const set = (goal: GoalForm | null) => app.operator.setGoal({ ...driver, goal });
/** Ends the session at the station, as it does after the stop request. */
async function end(): Promise<void> {
  await app.stations.end(driver.authorizationReference, { at: app.clock.now(), energyWh: readAt });
  await app.pass(300);
}
const stops = () => app.stations.calls.filter(({ step }) => step === 'stop').length;
const progress = async (): Promise<Progress> => {
  const session = await app.operator.getSession(driver);
  if ((session.kind !== 'running' && session.kind !== 'paused') || !session.progress) throw new Error('not in progress');
  return session.progress;
};

describe('Charging ends at the goal of its driver', () => {
  it('in kWh, asked once, and the page says so afterwards', async () => {
    await charge(60);
    await set(kwh('2'));
    await charge(1200);
    expect(stops()).toBe(1);
    // The app requests the stop at most two meter values (100 Wh) before the goal, because the stop takes effect some seconds
    // later.
    expect(readAt).toBeGreaterThan(1900);
    expect(readAt).toBeLessThanOrEqual(2000);
    await end();
    expect(await app.operator.getSession(driver)).toMatchObject({
      kind: 'completed',
      endedBy: 'goal',
      goal: { kind: 'energy', energyWh: 2000 },
    });
    expect((await app.payment(driver)).capturedMinor).toBe((await app.session(driver)).totalMinor);
  });

  it('as an amount, that is not exceeded', async () => {
    await charge(60);
    await set(euros('1,50'));
    await charge(1800);
    await end();
    const { stopReason, totalMinor } = await app.session(driver);
    expect(stopReason).toBe('goal');
    expect(totalMinor).toBeLessThanOrEqual(150);
    expect(totalMinor).toBeGreaterThan(140);
  });

  it('at a time of the clock beside the plug, also when its vehicle takes nothing', async () => {
    await charge(60);
    await set(clock('11:30'));
    expect(await progress()).toMatchObject({ goal: { expected: { at: '2026-11-20T10:30:00.000Z' } } });
    await charge(600);
    await charge(2400, { powerW: 0 });
    const { stopReason, stopRequestedAt } = await app.session(driver);
    expect(stopReason).toBe('goal');
    expect(stopRequestedAt?.toISOString().slice(0, 16)).toBe('2026-11-20T10:30');
    expect(stops()).toBe(1);
  });

  it('at the state of charge that the vehicle reports, which is offered up to its own target', async () => {
    const report = async (percent: number, targetPercent: number | null = null) => {
      await app.pass(10);
      readAt += WH_PER_TEN_SECONDS;
      const reading = { at: app.clock.now(), energyWh: readAt, powerW: POWER_W, isCharging: true };
      const battery = { at: app.clock.now().toISOString(), percent, targetPercent, minutesLeft: 20 };
      await app.stations.meter(driver.authorizationReference, reading, battery);
    };
    const offered = async () =>
      ((await progress()).choices ?? []).flatMap(({ goal, expected }) =>
        goal.kind === 'battery' ? [`${goal.percent} ${expected === null ? 'unknown' : expected.endsBy}`] : [],
      );
    await charge(60);
    expect(await offered()).toEqual([]);
    await expect(set(form({ kind: 'battery:80' }))).rejects.toMatchObject({ code: 'invalid-input' });
    await report(78, 90);
    expect(await offered()).toEqual(['80 unknown', '90 goal']);
    await report(78);
    expect(await offered()).toEqual(['80 unknown', '90 unknown', '100 goal']);
    await set(form({ kind: 'battery:80' }));
    expect((await progress()).goal).toEqual({ goal: { kind: 'battery', percent: 80 }, expected: null, isBeyondLimit: false });
    await report(79);
    expect(stops()).toBe(0);
    await app.restart();
    await report(80);
    await app.pass(1);
    expect(stops()).toBe(1);
    await end();
    expect(await app.operator.getSession(driver)).toMatchObject({ endedBy: 'goal', goal: { kind: 'battery', percent: 80 } });
  });

  it.each(['battery:78', 'battery:0', 'battery:101', 'battery:', 'battery', 'battery:8e1'])('never at %s', async kind => {
    await charge(10);
    const battery = { at: app.clock.now().toISOString(), percent: 78, targetPercent: null, minutesLeft: 20 };
    const reading = { at: app.clock.now(), energyWh: readAt, powerW: POWER_W, isCharging: true };
    await app.stations.meter(driver.authorizationReference, reading, battery);
    const fields = { battery: { key: 'goal.error.passed' } };
    await expect(set(form({ kind }))).rejects.toMatchObject({ code: 'invalid-input', fields });
  });

  it('whatever is told twice, and with two reports at once', async () => {
    await charge(60);
    await set(kwh('1'));
    await charge(1200);
    await Promise.all([1, 2, 3].map(() => app.stations.reportAgain(driver.authorizationReference)));
    await Promise.all([set(null), set(kwh('3'))].map(requested => requested.catch(() => null)));
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal', goal: { energyWh: 1000 } });
    await end();
    expect(stops()).toBe(1);
  });

  it('after a restart, and where the station has fallen silent since: it may have charged at full power', async () => {
    await charge(60);
    await set(kwh('3'));
    await app.restart();
    // The station is silent after 300 Wh, so the app assumes 22 kW plus 10 %. The goal is then reached after more than six
    // minutes.
    await app.pass(200);
    expect(stops()).toBe(0);
    await app.pass(200);
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal' });
    await end();
    expect(stops()).toBe(1);
  });

  it('at its time, however silent the station is', async () => {
    await charge(60);
    await set(clock('11:10'));
    await app.restart();
    // The session must be stopping before 11:11. A stop at that time would be too late.
    await app.pass(545);
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal' });
    await end();
    expect(stops()).toBe(1);
  });

  it('also where a station cannot even be asked how it stands', async () => {
    await charge(60);
    await set(clock('11:10'));
    app.stations.read = async () => {
      throw new Error('unreachable');
    };
    await app.pass(545);
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal' });
    expect(stops()).toBe(1);
  });

  it('by what its vehicle takes, where that is more than its plug should give and the station has fallen silent', async () => {
    await app.pass(10);
    await app.stations.meter(driver.authorizationReference, {
      at: app.clock.now(),
      energyWh: 1000,
      powerW: 60_000,
      isCharging: true,
    });
    await set(kwh('5'));
    // At 60 kW, 4 kWh take four minutes.
    await app.pass(250);
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal' });
    expect(stops()).toBe(1);
  });

  it('although the first answer of the station is lost', async () => {
    await charge(60);
    await set(kwh('1'));
    app.stations.trouble('stop', 'unheard', 'lost');
    await charge(1200);
    await app.pass(120);
    expect(app.stations.hasStopRequest(driver.authorizationReference)).toBe(true);
    expect(await app.session(driver)).toMatchObject({ state: 'stopping', stopReason: 'goal' });
  });
});

describe('A goal that the page offers', () => {
  const choices = async () => (await progress()).choices ?? [];

  it('says when charging ends, at which cost and energy', async () => {
    await charge(120);
    const [first, ...others] = await choices();
    expect([first, ...others].map(choice => choice?.goal.kind)).toEqual([
      ...['energy', 'energy', 'energy'],
      ...['amount', 'amount', 'amount'],
      ...['time', 'time', 'time'],
    ]);
    // At 18 kW, 5 kWh take a little less than 17 minutes, and one kWh costs 0.49 euros.
    expect(first).toMatchObject({ goal: { kind: 'energy', energyWh: 5_600 }, expected: { endsBy: 'goal' } });
    const minutes = (Date.parse(first?.expected?.at ?? '') - app.clock.now().getTime()) / 60_000;
    expect(minutes).toBeCloseTo(5 / 0.3, 0);
    expect(first?.expected?.energyWh).toBeCloseTo(5_600, -2);
  });

  it('never costs more than the reserved amount, nor more than a goal in money', async () => {
    await charge(120);
    const { amountMinor } = await app.payment(driver);
    const found = await choices();
    for (const { goal, expected } of found) {
      const limitMinor = goal.kind === 'amount' ? goal.amountMinor : amountMinor;
      expect(expected?.cost.amountMinor).toBeLessThanOrEqual(limitMinor);
    }
    await set(form({ kind: 'amount', amount: '10' }));
    expect((await progress()).goal?.expected?.cost?.amountMinor).toBe(1000);
  });

  it('is accepted as the form sends the goal', async () => {
    await charge(120);
    await set(form({ kind: 'energy:5.6', energy: 'ignored' }));
    expect((await progress()).goal?.goal).toEqual({ kind: 'energy', energyWh: 5_600 });
    await set(form({ kind: 'time:23:30' }));
    expect((await progress()).goal?.goal.kind).toBe('time');
  });

  it('says that the battery is full before', async () => {
    await charge(120);
    const battery = { at: app.clock.now().toISOString(), percent: 90, targetPercent: null, minutesLeft: 5 };
    const reading = { at: app.clock.now(), energyWh: readAt, powerW: POWER_W, isCharging: true };
    await app.stations.meter(driver.authorizationReference, reading, battery);
    const found = await choices();
    expect(found.filter(({ goal }) => goal.kind === 'time').map(({ expected }) => expected?.endsBy)).toEqual([
      'battery',
      'battery',
      'battery',
    ]);
  });

  it('has no forecast while no power flows, and is not offered to readers of the watch link', async () => {
    await charge(120);
    await charge(20, { powerW: 0 });
    expect((await choices()).every(({ expected }) => expected === null)).toBe(true);
    const { watchId } = await app.session(driver);
    expect(await app.operator.getWatchedSession({ watchId })).not.toHaveProperty('progress.choices');
  });
});

describe('The limit', () => {
  it('ends charging before a goal that lies above it, and the page has said so', async () => {
    await app.close();
    app = await openOperator({ rules: { holds: { EUR: [200], CHF: [200], HUF: [20_000] } } });
    driver = await app.charging();
    await charge(60);
    for (const [goal, isBeyondLimit] of [
      [euros('5'), true],
      [kwh('20'), true],
      [euros('1'), false],
      [euros('3'), true],
    ] as const) {
      await set(goal);
      expect((await progress()).goal).toMatchObject({ isBeyondLimit });
    }
    await charge(3600);
    expect((await app.session(driver)).stopReason).toBe('limit');
    expect(stops()).toBe(1);
  });

  it('is foreseen from what the vehicle takes now, and from nothing else', async () => {
    await charge(120);
    const { limitAt } = await progress();
    const { limitMinor } = (await app.request()) as { limitMinor: number };
    // The vehicle charges at 18 kW, and one kWh costs 0.49 euros.
    const hours = limitMinor / 100 / 0.49 / 18;
    const expected = app.clock.now().getTime() + hours * 3_600_000;
    expect(Math.abs(Date.parse(limitAt ?? '') - expected)).toBeLessThan(10 * 60_000);
    await charge(20, { powerW: 0 });
    expect((await progress()).limitAt).toBeNull();
    await charge(20);
    expect((await progress()).limitAt).not.toBeNull();
    await app.pass(60);
    expect((await progress()).limitAt).toBeNull();
  });
});

describe('A goal', () => {
  it('is shown with about when it is reached and what it costs then, can be changed, and taken away', async () => {
    await charge(120);
    expect((await progress()).goal).toBeNull();
    await set(kwh('12,6'));
    // At 18 kW, 12 kWh take 40 minutes.
    expect((await progress()).goal).toEqual({
      goal: { kind: 'energy', energyWh: 12_600 },
      expected: {
        at: new Date(app.clock.now().getTime() + 40 * 60_000).toISOString(),
        cost: { amountMinor: 617, currency: 'EUR' },
      },
      isBeyondLimit: false,
    });
    await set(euros('3,23'));
    const { goal } = await progress();
    expect(goal).toMatchObject({ goal: { kind: 'amount', amountMinor: 323 } });
    expect(goal?.expected?.cost?.amountMinor).toBeGreaterThanOrEqual(323);
    await set(null);
    expect((await progress()).goal).toBeNull();
    await charge(1800);
    expect(stops()).toBe(0);
  });

  it('set twice is set once', async () => {
    await charge(60);
    await set(kwh('5'));
    const { version } = await app.session(driver);
    await set(kwh('5,0'));
    expect((await app.session(driver)).version).toBe(version);
  });

  test.each([
    [kwh(''), 'energy', 'goal.error.energy'],
    [kwh('0'), 'energy', 'goal.error.energy'],
    [kwh('viel'), 'energy', 'goal.error.energy'],
    [euros('0'), 'amount', 'goal.error.amount'],
    [euros('-'), 'amount', 'goal.error.amount'],
    [clock('25:00'), 'time', 'goal.error.time'],
    [clock(''), 'time', 'goal.error.time'],
    [form({ kind: 'nonsense', energy: '' }), 'energy', 'goal.error.energy'],
    // The session has already exceeded these goals. They are refused and do not stop the session, because there is a stop button
    // for that.
    [kwh('1'), 'energy', 'goal.error.passed'],
    [euros('0,50'), 'amount', 'goal.error.passed'],
    [clock('11:01'), 'time', 'goal.error.passed'],
  ])('that is none (%j) is refused at its field, and the one before stays', async (wrong, field, key) => {
    await charge(300);
    await set(kwh('20'));
    await expect(set(wrong)).rejects.toMatchObject({ code: 'invalid-input', fields: { [field]: { key } } });
    expect((await app.session(driver)).goal).toEqual({ kind: 'energy', energyWh: 20_000 });
    await app.pass(60);
    expect(stops()).toBe(0);
  });

  it('is set by nobody who only watches, and by nobody once charging is over', async () => {
    const { watchId } = await app.operator.getSession(driver);
    await expect(app.operator.setGoal({ sessionId: watchId, goal: kwh('5') })).rejects.toMatchObject({ code: 'no-session' });
    await charge(60);
    await set(kwh('5'));
    expect(await app.operator.getWatchedSession({ watchId })).toMatchObject({ progress: { goal: { goal: { energyWh: 5000 } } } });
    await app.operator.stopSession(driver);
    await expect(set(kwh('6'))).rejects.toMatchObject({ code: 'not-now' });
    await expect(set(null)).rejects.toMatchObject({ code: 'not-now' });
  });

  it('of six in the morning is tomorrow’s', async () => {
    await set(clock('6:00'));
    expect((await app.session(driver)).goal).toEqual({ kind: 'time', at: '2026-11-21T05:00:00.000Z' });
  });
});

describe('A time of the clock beside the plug', () => {
  const at = async (startsAt: string, time: string) => {
    await app.close();
    app = await openOperator({ startsAt });
    driver = await app.charging();
    const error = await set(clock(time)).then(
      () => null,
      (problem: { fields: Record<string, { key: string }> }) => problem.fields.time?.key,
    );
    const { goal } = await app.session(driver);
    return error ?? (goal?.kind === 'time' ? goal.at : null);
  };
  const PASSED = 'goal.error.passed';

  test.each([
    ['across midnight', '2026-11-20T22:30:00.000Z', '00:15', '2026-11-20T23:15:00.000Z'],
    [
      'of the second hour of the night in which clocks are put back',
      '2026-10-25T01:15:00.000Z',
      '2:50',
      '2026-10-25T01:50:00.000Z',
    ],
    ['of the first hour of that night', '2026-10-25T00:15:00.000Z', '2:50', '2026-10-25T00:50:00.000Z'],
    ['that comes once more in that night', '2026-10-25T00:55:00.000Z', '2:30', '2026-10-25T01:30:00.000Z'],
    ['that has passed for the second time', '2026-10-25T01:45:00.000Z', '2:30', PASSED],
    ['after that night', '2026-10-24T22:30:00.000Z', '6:00', '2026-10-25T05:00:00.000Z'],
    ['that is left out when clocks are put forward', '2026-03-29T00:30:00.000Z', '2:30', '2026-03-29T01:30:00.000Z'],
    ['half an hour ago, before the night in which clocks are put forward', '2026-03-28T17:30:00.000Z', '18:00', PASSED],
    ['half an hour ago, in the night in which clocks are put forward', '2026-03-29T01:30:00.000Z', '3:00', PASSED],
    ['two hours ago', '2026-11-20T10:00:00.000Z', '9:00', '2026-11-21T08:00:00.000Z'],
  ])('%s', async (_, startsAt, time, expected) => {
    expect(await at(startsAt, time)).toBe(expected);
  });
});

describe('At a tariff that changes with the clock, the driver sees', () => {
  const shown = async () => {
    const { price, parts } = await progress();
    return {
      price,
      parts: parts.map(({ kind, quantity, amountMinor, from, to }) => ({ kind, quantity, amountMinor, from, to })),
    };
  };
  const DAY = { perKwhMicro: 520_000, perMinuteMicro: 0 };
  const NIGHT = { perKwhMicro: 390_000, perMinuteMicro: 0 };
  const AT_TEN = '2026-11-19T21:00:00.000Z';

  it('the price of now, what it will be and was, and what each of them has cost', async () => {
    await app.close();
    // The time at the charging point is Thursday, 21:50.
    app = await openOperator({ startsAt: '2026-11-19T20:50:00.000Z' });
    driver = await app.charging({ clientId: 'blaufink', evseId: 'DE*BLF*E1002*1' });
    await charge(300);
    expect(await shown()).toMatchObject({
      price: { now: DAY, before: null, next: { from: AT_TEN, rates: NIGHT } },
      parts: [{ kind: 'energy', quantity: 1500, amountMinor: 78, from: null, to: null }],
    });
    await charge(600);
    const { price, parts } = await shown();
    expect(price).toEqual({
      now: NIGHT,
      before: { until: AT_TEN, rates: DAY },
      next: { from: '2026-11-20T05:00:00.000Z', rates: DAY },
    });
    expect(parts).toMatchObject([
      { kind: 'energy', from: null, to: AT_TEN },
      { kind: 'energy', from: AT_TEN, to: null },
    ]);
    expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(readAt);
    expect(await app.operator.getSession(driver)).toMatchObject({
      values: { cost: { amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0) } },
    });
  });
});
