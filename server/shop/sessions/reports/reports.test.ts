import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { type Given, type GivenOrder, type OpenContext, openContext } from '../../../../test/support/openContext.ts';
import type { MeterReading, StationSession } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import { listReadings } from '../../../store/shop/readings.ts';
import { listSignedValues } from '../../../store/shop/sessions.ts';
import { outboxDepth } from '../../../store/shop/states.ts';
import { addWithdrawal } from '../../../store/shop/withdrawals.ts';
import { stopWhileSilent } from '../limits/enforceLimit.ts';
import { applyReport } from './reports.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const minutes = (count: number) => later(open.clock.now(), count * MINUTE_MS);
const reading = (atMinute: number, energyWh: number, more: Partial<MeterReading> = {}): MeterReading => ({
  at: minutes(atMinute),
  energyWh,
  powerW: 11_000,
  isCharging: true,
  ...more,
});
async function report(order: GivenOrder, reported: Partial<StationSession>): Promise<void> {
  const { authorizationReference } = await order.session();
  const nothing = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
  await applyReport(open.context, authorizationReference, { authorizationReference, state: 'charging', ...nothing, ...reported });
}
/** Creates a paid order with a session that was ordered an hour ago. */
const given = (session: NonNullable<Given['session']>, more: Given = {}) =>
  open.given({
    order: { state: 'held', ...more.order },
    session: { createdAt: minutes(-60), ...session },
    payment: { state: 'authorised', ...more.payment },
  });
const RUNNING = () => ({ state: 'running', startedAt: minutes(-30), energyWh: 1000, powerW: 11_000 }) as const;

describe('A start', () => {
  it('that the station carries out begins the session, and its driver is written to', async () => {
    const order = await given({ state: 'starting' });
    open.reported.length = 0;
    await report(order, { startedAt: minutes(-1), readings: [reading(-1, 0)] });
    expect(await order.session()).toMatchObject({
      state: 'running',
      startedAt: minutes(-1),
      nextCheckAt: minutes(1),
      energyWh: 0,
    });
    expect(await order.jobs()).toEqual({ 'mail-started 1': 0 });
    const { id } = await order.session();
    expect(open.reported).toEqual(['wake', 'session running', `notify ${id}`]);
  });

  test.each([
    ['refused', 'refused'],
    ['cancelled', 'never-started'],
  ] as const)('that the station says is %s is given up', async (state, why) => {
    const order = await given({ state: 'starting' });
    await report(order, { state });
    expect(await order.session()).toMatchObject({ state: 'cancelling', why });
    expect(await order.jobs()).toEqual({ 'cancel-start 1': 0 });
  });

  it('from which its driver has withdrawn already is confirmed now, because now its address may be written to', async () => {
    // This case exists only with free charging: with a hold, e-mails are allowed before the vehicle is connected.
    const order = await open.given({ order: { limitMinor: null }, session: { state: 'starting' } });
    const { id: sessionId } = await order.session();
    const facts = { name: 'Ada', email: 'ada@example.org', locale: 'de', receivedAt: minutes(-2) } as const;
    await open.store.inTransaction(trx => addWithdrawal(trx, { id: 'withdrawal-1', sessionId, ...facts }));
    await report(order, { startedAt: minutes(-1) });
    expect(await order.jobs()).toEqual({ 'mail-started 1': 0, 'mail-withdrawal 1': 0 });
  });

  it('that had begun before we gave it up is billed from when the station says', async () => {
    const order = await given({ state: 'stopping', stopRequestedAt: minutes(-2), stopReason: 'late-start' });
    await report(order, { startedAt: minutes(-3) });
    expect(await order.session()).toMatchObject({ state: 'stopping', startedAt: minutes(-3) });
  });

  it('of which nothing has come yet waits', async () => {
    const order = await given({ state: 'starting' });
    open.reported.length = 0;
    await report(order, { state: 'waiting' });
    expect(await order.session()).toMatchObject({ state: 'starting', version: 1 });
    expect(open.reported).toEqual([`notify ${(await order.session()).id}`]);
  });

  test.each(['cancelling', 'cancelled'] as const)('that was given up (%s) and begins all the same is stopped', async state => {
    const order = await given({ state, endedAt: minutes(-5) });
    await report(order, { startedAt: minutes(-1), readings: [reading(-1, 0)] });
    const stopping = { state: 'stopping', stopReason: 'late-start', startedAt: minutes(-1), endedAt: null };
    expect(await order.session()).toMatchObject(stopping);
    expect(await order.jobs()).toEqual({ 'stop 1': 0 });
  });

  it('of nobody is nothing of ours', async () => {
    open.reported.length = 0;
    const session = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
    for (const state of ['charging', 'refused'] as const)
      await applyReport(open.context, 'unknown', { authorizationReference: 'unknown', state, ...session });
    expect(open.reported).toEqual([]);
  });
});

describe('While a vehicle charges', () => {
  it('its driver sees the last value, and energy never falls', async () => {
    const order = await given(RUNNING());
    await report(order, { readings: [reading(-2, 1500, { powerW: 9000 }), reading(-1, 1600)] });
    expect(await order.session()).toMatchObject({ energyWh: 1600, powerW: 11_000 });
    await report(order, { readings: [reading(0, 1599, { powerW: 5 })] });
    expect(await order.session()).toMatchObject({ energyWh: 1600, powerW: 11_000 });
    await report(order, { readings: [reading(0, 1600, { isCharging: false })] });
    expect(await order.session()).toMatchObject({ energyWh: 1600, powerW: 0 });
    expect(await listReadings(open.store.db, (await order.session()).id)).toHaveLength(3);
  });

  it('the battery is told by itself as well', async () => {
    const order = await given(RUNNING());
    const battery = { percent: 55 } as never;
    await report(order, { battery });
    expect(await order.session()).toMatchObject({ battery, energyWh: 1000 });
  });

  it('signed values are kept as they came, and readings told again are kept once', async () => {
    const order = await given(RUNNING());
    const signed = { format: 'OCMF', context: null, data: 'OCMF|{}|{}', publicKey: null };
    for (let n = 0; n < 2; n++) await report(order, { readings: [reading(-1, 1100)], signedValues: [signed] });
    const { id } = await order.session();
    expect(await listSignedValues(open.store.db, id)).toEqual([signed]);
    expect(await listReadings(open.store.db, id)).toHaveLength(1);
    expect((await order.session()).meterRevision).toBe(0);
    await report(order, { readings: [reading(-5, 1050)] });
    expect((await order.session()).meterRevision).toBe(1);
  });

  it('it may pause and go on', async () => {
    const order = await given(RUNNING());
    await report(order, { state: 'paused', readings: [reading(-1, 1000, { isCharging: false })] });
    expect((await order.session()).state).toBe('paused');
    await report(order, { state: 'paused' });
    expect((await order.session()).state).toBe('paused');
    await report(order, { state: 'charging' });
    expect((await order.session()).state).toBe('running');
    expect(await order.jobs()).toEqual({});
  });

  it('a value that cannot be true is told of', async () => {
    const order = await given(RUNNING());
    await report(order, { readings: [reading(-1, -5)] });
    expect(await order.alerts()).toEqual([{ why: 'meter value is not usable' }]);
  });

  it('it is stopped before it costs more than the hold', async () => {
    // 20 kWh cost 9.80 €. Two more meter intervals would exceed the hold of 10 €.
    const order = await given(RUNNING(), { order: { limitMinor: 1000 } });
    await report(order, { readings: [reading(-30, 0), reading(-1, 18_000)] });
    expect((await order.session()).state).toBe('running');
    await report(order, { readings: [reading(0, 20_300)] });
    expect(await order.session()).toMatchObject({ state: 'stopping', stopReason: 'limit', stopRequestedAt: open.clock.now() });
    expect(await order.jobs()).toEqual({ 'stop 1': 0 });
  });

  it('a pause costs as well', async () => {
    const order = await given({ ...RUNNING(), state: 'paused' }, { order: { limitMinor: 1000 } });
    await report(order, { state: 'paused', readings: [reading(-30, 0), reading(0, 20_400, { isCharging: false })] });
    expect(await order.session()).toMatchObject({ state: 'stopping', stopReason: 'limit' });
  });

  it('what has been counted is kept, so that the next report takes no longer than this one', async () => {
    const order = await given(RUNNING());
    const { id } = await order.session();
    await report(order, { readings: [reading(-20, 100), reading(-10, 200)] });
    expect(open.context.knownReadings.get(id)?.count).toBe(2);
    expect(open.context.meters.get(id)?.latest?.energyWh).toBe(200);
  });

  it('it is never stopped where charging is free', async () => {
    const order = await given(RUNNING(), { order: { limitMinor: null } });
    open.reported.length = 0;
    await report(order, { readings: [reading(-30, 0), reading(0, 900_000)] });
    expect(open.reported).toEqual([`notify ${(await order.session()).id}`]);
    expect((await order.session()).state).toBe('running');
  });
});

describe('A fee for staying', () => {
  const fees = async (order: GivenOrder) =>
    Object.entries(await order.jobs()).flatMap(([job, seconds]) => (job.startsWith('mail-blocking') ? [seconds / 60] : []));

  it('that counts from the start is warned of ten minutes before, or at once', async () => {
    // The blocking fee begins four hours after the start.
    const plug = { evseId: 'DE*FRW*E2002*1', connector: '1' };
    const soon = await given({ state: 'starting', clientId: 'farnwald', ...plug }, { order: plug });
    await report(soon, { startedAt: minutes(0), readings: [reading(0, 0)] });
    expect(await fees(soon)).toEqual([230]);
    const long = await given({ state: 'starting', createdAt: minutes(-240), clientId: 'farnwald', ...plug }, { order: plug });
    await report(long, { startedAt: minutes(-235), readings: [reading(-235, 0)] });
    expect(await fees(long)).toEqual([0]);
    const delayed = await given({ state: 'starting', createdAt: minutes(-300), clientId: 'farnwald', ...plug }, { order: plug });
    await report(delayed, { startedAt: minutes(-250), readings: [reading(-250, 0)] });
    expect(await fees(delayed)).toEqual([]);
  });

  it('that counts from a pause is warned of when the vehicle pauses, each time anew', async () => {
    // The occupancy fee begins ten minutes after the vehicle has stopped charging.
    const plug = { evseId: 'DE*BLF*E1003*1', connector: '1' };
    const order = await given({ ...RUNNING(), ...plug }, { order: plug });
    const pause = { isCharging: false, powerW: 0 };
    await report(order, { state: 'paused', readings: [reading(-30, 0), reading(-5, 2000), reading(-4, 2000, pause)] });
    expect(await fees(order)).toEqual([0]);
    await report(order, { readings: [reading(-2, 2100)] });
    await report(order, { state: 'paused', readings: [reading(-1, 2200, pause)] });
    expect(await fees(order)).toEqual([0, 0]);
  });

  it.each([true, false])('is not waited for once its session has ended, with the last value there: %s', async isFinal => {
    const plug = { evseId: 'DE*FRW*E2002*1', connector: '1' };
    const order = await given({ state: 'starting', clientId: 'farnwald', ...plug }, { order: plug });
    await report(order, { startedAt: minutes(-20), readings: [reading(-20, 0)] });
    expect(await fees(order)).toHaveLength(1);
    const { depth } = await outboxDepth(open.store.db);
    await report(order, { state: 'ended', endedAt: minutes(-1), readings: [reading(-1, 2000)], isFinal });
    expect(await fees(order)).toEqual([]);
    const added = Object.keys(await order.jobs()).filter(job => !job.startsWith('mail-started'));
    expect((await outboxDepth(open.store.db)).depth).toBe(depth - 1 + added.length);
  });
});

describe('A station that has fallen silent', () => {
  const silent = (limitMinor: number | null) => given(RUNNING(), { order: { limitMinor } });

  it('counts as one that gives full power: it is stopped where that would pass the hold', async () => {
    const order = await silent(300);
    open.reported.length = 0;
    const { id } = await order.session();
    await stopWhileSilent(open.context, id);
    expect(await order.session()).toMatchObject({ state: 'stopping', stopReason: 'unreported' });
    expect(open.reported).toEqual(['wake', 'session stopping', `notify ${id}`]);
  });

  it('and whose vehicle pauses may charge on as well', async () => {
    const order = await given({ ...RUNNING(), state: 'paused' }, { order: { limitMinor: 300 } });
    await stopWhileSilent(open.context, (await order.session()).id);
    expect((await order.session()).state).toBe('stopping');
  });

  it('for less than two of its intervals does not count as silent', async () => {
    const order = await given({ ...RUNNING(), startedAt: minutes(-0.1) }, { order: { limitMinor: 1 } });
    await stopWhileSilent(open.context, (await order.session()).id);
    expect((await order.session()).state).toBe('running');
  });

  test.each([
    ['whose hold is large enough', 8000],
    ['that charges for free', null],
  ])('%s goes on', async (_, limitMinor) => {
    const order = await silent(limitMinor);
    await stopWhileSilent(open.context, (await order.session()).id);
    expect(await order.session()).toMatchObject({ state: 'running', version: 1 });
  });

  test.each([
    [{ kind: 'energy', energyWh: 5000 }, 8000, 'goal'],
    [{ kind: 'amount', amountMinor: 200 }, null, 'goal'],
    [{ kind: 'time', at: '2020-01-01T00:00:00.000Z' }, 8000, 'goal'],
    [{ kind: 'energy', energyWh: 5000 }, 300, 'unreported'],
    [{ kind: 'energy', energyWh: 50_000 }, 8000, null],
  ] as const)(
    'may have reached its goal %j; of it and a limit of %p, %p stops it, once, however many look',
    async (goal, limitMinor, why) => {
      const order = await given({ ...RUNNING(), goal }, { order: { limitMinor } });
      const { id } = await order.session();
      await Promise.all([1, 2, 3].map(() => stopWhileSilent(open.context, id)));
      await report(order, { readings: [reading(0, 1100)] });
      expect((await order.session()).stopReason).toBe(why);
      expect(await order.jobs()).toEqual(why ? { 'stop 1': 0 } : {});
    },
  );

  it('and was stopped already is left alone', async () => {
    const order = await given({ ...RUNNING(), state: 'stopping' }, { order: { limitMinor: 300 } });
    await stopWhileSilent(open.context, (await order.session()).id);
    expect(await order.jobs()).toEqual({});
  });
});

describe('The end of charging', () => {
  it('waits for its last meter value', async () => {
    const order = await given(RUNNING());
    await report(order, { state: 'ended', endedAt: minutes(-1), readings: [reading(-1, 2000)] });
    expect(await order.session()).toMatchObject({
      state: 'stopping',
      endedAt: minutes(-1),
      stopRequestedAt: open.clock.now(),
      powerW: 0,
      nextCheckAt: later(open.clock.now(), 10_000),
      bill: null,
    });
    await report(order, { state: 'ended', endedAt: minutes(0) });
    expect((await order.session()).endedAt).toEqual(minutes(-1));
  });

  it('of one that was asked to stop is noted when it comes', async () => {
    const order = await given({ ...RUNNING(), state: 'stopping', stopRequestedAt: minutes(-2) });
    await report(order, { state: 'ended', endedAt: minutes(-1) });
    expect(await order.session()).toMatchObject({ endedAt: minutes(-1), stopRequestedAt: minutes(-2), powerW: 0 });
  });

  test.each(['running', 'paused', 'stopping'] as const)('with its last value bills one that is %s', async state => {
    const order = await given({ ...RUNNING(), state });
    open.reported.length = 0;
    await report(order, { state: 'ended', endedAt: minutes(-1), readings: [reading(-1, 2000)], isFinal: true });
    expect(await order.session()).toMatchObject({ state: 'completed', totalMinor: 98, endedAt: minutes(-1) });
    expect(await order.payment()).toMatchObject({ state: 'capturing', captureMinor: 98 });
    expect(open.reported.slice(0, 2)).toEqual(['wake', 'session completed']);
  });

  it('that was told before stays, whatever is told with the last value', async () => {
    const order = await given({ ...RUNNING(), state: 'stopping', endedAt: minutes(-5) });
    await report(order, { state: 'ended', endedAt: minutes(-1), readings: [reading(-5, 2000)], isFinal: true });
    expect((await order.session()).endedAt).toEqual(minutes(-5));
  });

  it('of a start that was given up and never began bills nothing', async () => {
    const order = await given({ state: 'cancelling' });
    await report(order, { state: 'ended', endedAt: minutes(-1), isFinal: true });
    expect((await order.session()).state).toBe('cancelling');
  });

  it('is asked for again where the vehicle charges on', async () => {
    const order = await given({ ...RUNNING(), state: 'stopping', stopRequestedAt: minutes(-3) });
    await report(order, { readings: [reading(0, 1100)] });
    expect(await order.jobs()).toEqual({ 'stop 4': 0 });
    await report(order, { isStopRefused: true });
    expect(await order.session()).toMatchObject({ stopRefusedAt: open.clock.now() });
    expect(await order.alerts()).toEqual([{ why: 'the station refuses to stop' }]);
  });
});

describe('After the bill', () => {
  const billed = (totalMinor = 98) =>
    given(
      { ...RUNNING(), state: 'completed', endedAt: minutes(-10), energyWh: 2000, totalMinor },
      { payment: { state: 'captured' } },
    );

  it('the same energy once more is nothing new', async () => {
    const order = await billed();
    await report(order, { state: 'ended', readings: [reading(-10, 2000)], isFinal: true });
    expect(await order.alerts()).toEqual([]);
    expect(await order.session()).toMatchObject({ state: 'completed', version: 1 });
  });

  it('more energy changes nothing, and is noted once', async () => {
    const order = await billed();
    for (let n = 0; n < 2; n++)
      await report(order, { state: 'ended', readings: [reading(-11, 2011), reading(-10, 2000)], isFinal: true });
    const facts = { reason: 'billed 2 kWh, reported 2.011 kWh', amountMinor: expect.any(Number) };
    expect(await order.alerts()).toEqual([{ why: 'more energy told after the bill', ...facts }]);
    expect(await listReadings(open.store.db, (await order.session()).id)).toEqual([]);
  });

  it('a difference of rounding is nothing new', async () => {
    const order = await billed();
    for (const energyWh of [1990, 2010])
      await report(order, { state: 'ended', readings: [reading(-10, energyWh)], isFinal: true });
    expect(await order.alerts()).toEqual([]);
  });

  it('less energy as the last word is told of, where it was paid for', async () => {
    const less = { state: 'ended', readings: [reading(-10, 1000)] } as const;
    const [paid, unpaid, notYet] = [await billed(), await billed(0), await billed()];
    await report(paid, { ...less, isFinal: true });
    await report(unpaid, { ...less, isFinal: true });
    await report(notYet, less);
    expect(await paid.alerts()).toEqual([
      { why: 'less energy told after the bill', reason: 'billed 2 kWh, reported 1 kWh', amountMinor: 49 },
    ]);
    expect([await unpaid.alerts(), await notYet.alerts()]).toEqual([[], []]);
  });

  test.each([
    ['charging', -9, { 'stop 11': 0 }],
    ['charging', -10, {}],
    ['charging', -11, {}],
    ['paused', -9, {}],
  ] as const)('a vehicle that is %s %i minutes from now is stopped where that is after its end', async (state, minute, jobs) => {
    const order = await billed();
    await report(order, { state, readings: [reading(minute, 2000)] });
    expect(await order.jobs()).toEqual(jobs);
  });
});
