import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from '@jest/globals';
import { createFakeStations } from '../../../../test/support/fakeStations.ts';
import { type Given, type GivenOrder, type OpenContext, openContext } from '../../../../test/support/openContext.ts';
import { later } from '../../../core/records/instants.ts';
import type { OperatorContext, Outcome } from '../../../runtime/context.ts';
import { latestAudit } from '../../../store/jobs/audit.ts';
import type { OutboxRecord } from '../../../store/jobs/outboxRows.ts';
import { handleCancelStart, handleStart, handleStartTimeout, handleStop, handleUnlock } from './stationJobs.ts';
import { endOrder, requestStart, stopCharging, stopOnceMore } from './transitions.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

type Handle = (context: OperatorContext, row: OutboxRecord) => Promise<Outcome>;
/** Runs a job handler for a session, as the first attempt by default. */
async function work(handle: Handle, order: GivenOrder, more: Partial<OutboxRecord> = {}, context = open.context) {
  const subjectId = (await order.session()).id;
  return handle(context, { subjectId, n: 1, attempts: 1, ...more } as OutboxRecord);
}
const HELD: Given = { order: { state: 'held' }, payment: { state: 'authorised', nextCheckAt: new Date('2026-11-27T10:00:00Z') } };
const given = (session: NonNullable<Given['session']>, more: Given = {}) => open.given({ ...HELD, session, ...more });
const secondsLater = (seconds: number) => later(open.clock.now(), seconds * 1000);
const lastCall = () => open.stations.calls.at(-1);

describe('A start', () => {
  it('is ordered at the station with the limit and the prices of the order', async () => {
    const order = await given({ state: 'starting' });
    const requests: unknown[] = [];
    const start: typeof open.stations.start = async request => {
      requests.push(request);
      return 'accepted';
    };
    const stations = { ...open.stations, start };
    expect(await work(handleStart, order, {}, { ...open.context, stations })).toBe('done');
    expect(requests).toEqual([
      {
        authorizationReference: (await order.session()).authorizationReference,
        address: expect.objectContaining({ evseId: 'DE*BLF*E1001*1', connector: '1' }),
        currency: 'EUR',
        limitMinor: 8000,
        tariffText: expect.stringMatching(/^\d{3};EUR;/),
        priceText: { language: 'de', text: expect.stringMatching(/^Energie: 0,\d\d\s€ je kWh. Alle Preise/) },
      },
    ]);
    expect((await order.session()).state).toBe('starting');
    expect(await order.jobs()).toEqual({});
  });

  it('whose answer is unknown is tried again', async () => {
    const order = await given({ state: 'starting' });
    open.stations.trouble('start', 'unheard');
    expect(await work(handleStart, order)).toEqual({ retry: 'unknown' });
    expect((await order.session()).state).toBe('starting');
  });

  it('that is refused is given up, and nothing goes back before the station has said so', async () => {
    const order = await given({ state: 'starting' });
    open.stations.refuseNext();
    open.reported.length = 0;
    expect(await work(handleStart, order)).toBe('done');
    expect(await order.session()).toMatchObject({ state: 'cancelling', why: 'refused' });
    expect((await order.payment()).state).toBe('authorised');
    expect(await order.jobs()).toEqual({ 'cancel-start 1': 0 });
    expect(open.reported).toEqual(['wake', `notify ${(await order.session()).id}`]);
  });

  test.each(['running', 'cancelling', 'completed'] as const)('is not ordered for a session that is %s', async state => {
    const calls = open.stations.calls.length;
    expect(await work(handleStart, await given({ state }))).toBe('done');
    expect(open.stations.calls).toHaveLength(calls);
  });

  it('that nothing came of in time is given up; one that came about is not', async () => {
    const expired = await given({ state: 'starting' });
    expect(await work(handleStartTimeout, expired)).toBe('done');
    expect(await expired.session()).toMatchObject({ state: 'cancelling', why: 'never-started' });
    const running = await given({ state: 'running' });
    expect(await work(handleStartTimeout, running)).toBe('done');
    expect(await running.session()).toMatchObject({ state: 'running', version: 1 });
  });
});

describe('A start that is given up', () => {
  it('is over once the station confirms it, and the hold goes back', async () => {
    const order = await given({ state: 'cancelling', nextCheckAt: open.clock.now() });
    open.reported.length = 0;
    expect(await work(handleCancelStart, order)).toBe('done');
    expect(await order.session()).toMatchObject({ state: 'cancelled', endedAt: open.clock.now(), nextCheckAt: null });
    expect(await order.payment()).toMatchObject({ state: 'releasing', nextCheckAt: null });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
    expect(open.reported).toEqual(['wake', 'session cancelled', `notify ${(await order.session()).id}`]);
  });

  it('without a hold gives nothing back', async () => {
    const order = await given({ state: 'cancelling' }, { order: { paymentId: null } });
    await work(handleCancelStart, order);
    expect(await order.session()).toMatchObject({ state: 'cancelled' });
    const released = await given({ state: 'cancelling' }, { payment: { state: 'released' } });
    await work(handleCancelStart, released);
    expect([await order.jobs(), await released.jobs()]).toEqual([{}, {}]);
  });

  it('whose answer is unknown is asked for again', async () => {
    const order = await given({ state: 'cancelling' });
    open.stations.trouble('cancelStart', 'unheard');
    expect(await work(handleCancelStart, order)).toEqual({ retry: 'unknown' });
    expect((await order.session()).state).toBe('cancelling');
  });

  it('may still come about at a station that does not reject it: it is asked once more when that is too late', async () => {
    const nothing = async () => undefined;
    const listener = () => ({ report: nothing, reportPlug: nothing, reportCdr: nothing });
    const context = { ...open.context, stations: createFakeStations(listener, { rejectsCancelledStarts: false }) };
    const order = await given({ state: 'cancelling' });
    expect(await work(handleCancelStart, order, {}, context)).toBe('done');
    expect((await order.session()).state).toBe('cancelling');
    expect(await order.jobs()).toEqual({ 'cancel-start 2': 600 });
    expect(await work(handleCancelStart, order, { n: 2 }, context)).toBe('done');
    expect((await order.session()).state).toBe('cancelled');
    const never = { ...context.stations, cancelStart: async () => 'never-starts' as const };
    const other = await given({ state: 'cancelling' });
    await work(handleCancelStart, other, {}, { ...context, stations: never });
    expect((await other.session()).state).toBe('cancelled');
  });

  test.each(['cancelling', 'cancelled'] as const)('and has begun after all is stopped: %s', async state => {
    const order = await given({ state, endedAt: open.clock.now() });
    await open.stations.plugIn((await order.session()).authorizationReference, open.clock.now());
    open.reported.length = 0;
    expect(await work(handleCancelStart, order)).toBe('done');
    expect(await order.session()).toMatchObject({ state: 'stopping', stopReason: 'late-start', endedAt: null });
    expect(await order.jobs()).toEqual({ 'stop 1': 0 });
    expect(open.reported).toEqual(['wake', `notify ${(await order.session()).id}`]);
  });

  it('and is over for us is asked about for a while, not for ever', async () => {
    const order = await given({ state: 'cancelled' });
    const calls = () => open.stations.calls.length;
    const before = calls();
    await work(handleCancelStart, order, { attempts: 10 });
    expect(calls()).toBe(before + 1);
    await work(handleCancelStart, order, { attempts: 11 });
    await work(handleCancelStart, await given({ state: 'running' }));
    expect(calls()).toBe(before + 1);
    expect(await order.session()).toMatchObject({ state: 'cancelled', version: 1 });
  });
});

describe('A stop', () => {
  it('that the station accepts is noted, with the time from which nothing costs', async () => {
    const order = await given({ state: 'stopping' });
    open.reported.length = 0;
    expect(await work(handleStop, order)).toBe('done');
    expect(await order.session()).toMatchObject({ state: 'stopping', stopAcceptedAt: open.clock.now(), stopRefusedAt: null });
    expect(open.reported).toEqual([`notify ${(await order.session()).id}`]);
  });

  it('that is accepted again keeps its first time', async () => {
    const order = await given({ state: 'stopping', stopAcceptedAt: secondsLater(-60) });
    await work(handleStop, order);
    expect(await order.session()).toMatchObject({ stopAcceptedAt: secondsLater(-60), version: 1 });
  });

  it('that was refused before counts from when it was accepted', async () => {
    const order = await given({ state: 'stopping', stopAcceptedAt: secondsLater(-60), stopRefusedAt: secondsLater(-30) });
    await work(handleStop, order);
    expect(await order.session()).toMatchObject({ stopAcceptedAt: open.clock.now(), stopRefusedAt: null });
  });

  it('whose refusal has overtaken the answer stays refused', async () => {
    const order = await given({ state: 'stopping', stopRefusedAt: open.clock.now() });
    await work(handleStop, order);
    expect(await order.session()).toMatchObject({ stopAcceptedAt: null, stopRefusedAt: open.clock.now() });
  });

  it('that the station refuses is told to driver and operator once, and is asked for again', async () => {
    const order = await given({ state: 'stopping' });
    open.stations.refuseStops(2);
    open.reported.length = 0;
    expect(await work(handleStop, order)).toEqual({ retry: 'refused' });
    expect(await work(handleStop, order)).toEqual({ retry: 'refused' });
    expect(await order.session()).toMatchObject({ stopRefusedAt: open.clock.now(), version: 2 });
    expect(await order.alerts()).toEqual([{ why: 'the station refuses to stop' }]);
    expect(open.reported[0]).toBe(`notify ${(await order.session()).id}`);
  });

  it('whose answer is unknown is asked for again', async () => {
    open.stations.trouble('stop', 'unheard');
    expect(await work(handleStop, await given({ state: 'stopping' }))).toEqual({ retry: 'unknown' });
  });

  test.each([
    ['completed', { n: 1 }, false],
    ['completed', { n: 2 }, true],
    ['completed', { n: 2, attempts: 10 }, true],
    ['completed', { n: 2, attempts: 11 }, false],
    ['running', { n: 2 }, false],
  ] as const)('of a session that is %s (job %j) is asked for: %s', async (state, row, isRequested) => {
    const order = await given({ state });
    const { authorizationReference } = await order.session();
    expect(await work(handleStop, order, row)).toBe('done');
    expect(lastCall()?.authorizationReference === authorizationReference).toBe(isRequested);
    expect(await order.session()).toMatchObject({ state, stopAcceptedAt: null });
  });
});

describe('A cable', () => {
  // Ends the sessions of earlier tests, because a connector with a charging session is not unlocked.
  beforeEach(async () => {
    await open.store.db.updateTable('sessions').set({ state: 'completed' }).execute();
  });

  const answerTo = async (order: GivenOrder) =>
    latestAudit(open.store.db, { subjectId: (await order.session()).id, what: 'unlock' });

  it('is unlocked where a person asks for it', async () => {
    const order = await given({ state: 'completed' });
    expect(await work(handleUnlock, order)).toBe('done');
    expect(await answerTo(order)).toEqual({ answer: 'unlocked' });
    expect(await order.alerts()).toEqual([]);
  });

  it('that stays locked is told, each time it was asked for', async () => {
    const order = await given({ state: 'completed' });
    const stations = { ...open.stations, unlock: async () => 'refused' as const };
    for (const n of [1, 1, 2]) await work(handleUnlock, order, { n }, { ...open.context, stations });
    const why = 'the station does not unlock';
    expect(await answerTo(order)).toEqual({ answer: 'refused' });
    expect(await order.alerts()).toEqual([{ why, occasion: 1 }]);
  });

  it('whose station gives no answer is tried three times', async () => {
    const order = await given({ state: 'completed' });
    open.stations.trouble('unlock', 'unheard', 'unheard');
    expect(await work(handleUnlock, order, { attempts: 2 })).toEqual({ retry: 'unknown' });
    expect(await work(handleUnlock, order, { attempts: 3 })).toBe('done');
    expect(await answerTo(order)).toEqual({ answer: 'unknown' });
  });

  it('that cannot be unlocked from afar is not tried', async () => {
    const order = await given({ state: 'completed' });
    const capabilities: typeof open.stations.capabilities = address => ({
      ...open.stations.capabilities(address),
      canUnlock: false,
    });
    const calls = open.stations.calls.length;
    await work(handleUnlock, order, {}, { ...open.context, stations: { ...open.stations, capabilities } });
    expect(open.stations.calls).toHaveLength(calls);
    expect(await answerTo(order)).toEqual({ answer: 'refused' });
  });
});

describe('What a session asks of its station', () => {
  it('begins with a start, which is given three minutes', async () => {
    const order = await open.given();
    const session = await order.session();
    await open.store.inTransaction(trx => requestStart(trx, session, open.clock.now()));
    expect(await order.session()).toMatchObject({ state: 'starting', startBy: secondsLater(180), nextCheckAt: secondsLater(10) });
    expect(await order.jobs()).toEqual({ 'start 1': 0, 'start-timeout 1': 180 });
  });

  it('ends with a stop, unless its row has changed meanwhile', async () => {
    const order = await given({ state: 'running' });
    const now = open.clock.now();
    const session = await order.session();
    const stop = (version: number) =>
      open.store.inTransaction(trx => stopCharging(trx, { session: { ...session, version }, reason: 'driver', now }));
    expect(await stop(0)).toBeNull();
    expect(await order.jobs()).toEqual({});
    const facts = { state: 'stopping', stopRequestedAt: now, stopReason: 'driver', nextCheckAt: secondsLater(10) };
    expect(await stop(1)).toMatchObject(facts);
    expect(await order.session()).toMatchObject(facts);
    expect(await order.jobs()).toEqual({ 'stop 1': 0 });
  });

  it('is a stop once more, at most once a minute since the first', async () => {
    const order = await given({ state: 'stopping', stopRequestedAt: open.clock.now(), endedAt: secondsLater(-600) });
    const session = await order.session();
    await open.store.inTransaction(async trx => {
      for (const seconds of [0, 59, 60, 119, 120, -60]) await stopOnceMore(trx, session, secondsLater(seconds));
    });
    expect(await order.jobs()).toEqual({ 'stop 1': 0, 'stop 2': 60, 'stop 3': 120 });
  });

  it('counts from its end where no stop was asked for, and from now where neither is known', async () => {
    const ended = await given({ state: 'completed', endedAt: secondsLater(-180) });
    const neither = await given({ state: 'completed' });
    for (const order of [ended, neither]) {
      const session = await order.session();
      await open.store.inTransaction(trx => stopOnceMore(trx, session, open.clock.now()));
    }
    expect([await ended.jobs(), await neither.jobs()]).toEqual([{ 'stop 4': 0 }, { 'stop 1': 0 }]);
  });

  it('is nothing for an order that ends before it was paid', async () => {
    const order = await open.given();
    const running = await given({ state: 'running' });
    for (const each of [order, running]) {
      const [row, session] = [await each.order(), await each.session()];
      await open.store.inTransaction(trx => endOrder(trx, { order: row, session, why: 'cancelled', now: open.clock.now() }));
      expect(await each.order()).toMatchObject({ state: 'over', why: 'cancelled' });
      expect(await each.jobs()).toEqual({});
    }
    expect(await order.session()).toMatchObject({
      state: 'cancelled',
      why: 'cancelled',
      endedAt: open.clock.now(),
      nextCheckAt: null,
    });
    expect((await running.session()).state).toBe('running');
  });
});
