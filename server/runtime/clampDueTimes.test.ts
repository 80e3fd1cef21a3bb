import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { openContext } from '../../test/support/openContext.ts';
import { createInterval, later } from '../core/records/instants.ts';
import { createHeldStations } from '../store/jobs/connectionLeases.ts';
import { claimDue } from '../store/jobs/jobClaims.ts';
import { enqueue } from '../store/jobs/outboxRows.ts';
import { createWaitBounds } from './clampDueTimes.ts';
import { START_LIMIT_MS } from './context.ts';

/** Opens a shop whose clock was set back by three hours. `before` is the time that the clock showed until then. */
async function openPutBack() {
  const opened = await openContext();
  const now = opened.clock.now();
  const before = later(now, 3 * HOUR_MS);
  const { db } = opened.context.store;
  return { ...opened, db, now, before, boundWaits: createWaitBounds(opened.context) };
}

describe('After the clock of the machine was put back by hours', () => {
  it('a vehicle that charges is looked at within a minute, and a start ends in time', async () => {
    const { given, now, before, boundWaits, close } = await openPutBack();
    const running = await given({ session: { state: 'running', nextCheckAt: later(before, MINUTE_MS) } });
    const starting = await given({
      session: { state: 'starting', nextCheckAt: later(before, 10_000), startBy: later(before, START_LIMIT_MS) },
    });
    await boundWaits();
    expect((await running.session()).nextCheckAt).toEqual(later(now, MINUTE_MS));
    const { nextCheckAt, startBy } = await starting.session();
    expect([nextCheckAt, startBy]).toEqual([later(now, MINUTE_MS), later(now, START_LIMIT_MS)]);
    await close();
  });

  it('a payment is read as soon as always, and a hold at the time that its provider has named', async () => {
    const { given, now, before, boundWaits, close } = await openPutBack();
    const named = later(now, 5 * DAY_MS);
    const captureBefore = later(named, 12 * HOUR_MS);
    const open = await given({ payment: { state: 'pending', nextCheckAt: later(before, MINUTE_MS) } });
    const held = await given({ payment: { state: 'authorised', captureBefore, nextCheckAt: named } });
    const lapsing = await given({ payment: { state: 'authorised', captureBefore: now, nextCheckAt: later(before, HOUR_MS) } });
    await boundWaits();
    expect((await open.payment()).nextCheckAt).toEqual(later(now, 5 * MINUTE_MS));
    expect((await held.payment()).nextCheckAt).toEqual(named);
    expect((await lapsing.payment()).nextCheckAt).toEqual(later(now, HOUR_MS));
    await close();
  });

  it('a capture that has failed is tried again, and one whose worker has died is taken over', async () => {
    const { db, now, before, boundWaits, close } = await openPutBack();
    const add = (subjectId: string, at: Date) => enqueue(db, { kind: 'capture', subjectId, at });
    await add('failed', later(before, MINUTE_MS));
    await add('left', now);
    await claimDue(db, { now: before, leaseMs: 60_000, limit: 1 });
    await enqueue(db, { kind: 'mail-receipt', subjectId: 'letter', at: later(before, MINUTE_MS) });
    const dueAt = async (at: Date) =>
      (await claimDue(db, { now: at, leaseMs: 1, limit: 9 })).map(({ subjectId }) => subjectId).sort();
    await boundWaits();
    expect(await dueAt(later(now, 5 * MINUTE_MS))).toEqual(['failed', 'left']);
    await close();
  });

  it('is looked for once a minute, and at once when the clock goes back', async () => {
    const { given, db, clock, before, boundWaits, close } = await openPutBack();
    const { session } = await given({ session: { state: 'running' } });
    const clampedAt = async () => {
      await db.updateTable('sessions').set({ next_check_at: before.getTime() }).execute();
      await boundWaits();
      return (await session()).nextCheckAt;
    };
    expect(await clampedAt()).not.toEqual(before);
    expect(await clampedAt()).toEqual(before);
    await clock.passAsleep(-MINUTE_MS);
    expect(await clampedAt()).toEqual(later(clock.now(), MINUTE_MS));
    await close();
  });

  it('a job is not left to a process that held its station by the time of before, and is dead', async () => {
    const { context, db, now, before, close } = await openPutBack();
    const held = { stationId: 'station', processId: 'dead', connectionId: 'one', protocol: 'ocpp1.6', meterIntervalS: null };
    await createHeldStations(context.store).put({ ...held, seenAt: before });
    await enqueue(db, { kind: 'stop', subjectId: 'session', at: now, station: 'station' });
    const claimed = await claimDue(db, { now, leaseMs: 1, limit: 9, processId: 'alive' });
    expect(claimed.map(({ kind }) => kind)).toEqual(['stop']);
    await close();
  });

  it('what is done every minute is done again at once, and every minute from then on', async () => {
    const { isDue } = createInterval(MINUTE_MS);
    const at = new Date('2026-11-20T10:00:00Z');
    const due = [0, 59, 60, 61, -10_800, -10_799, -10_740].map(seconds => isDue(later(at, seconds * 1000)));
    expect(due).toEqual([true, false, true, false, true, false, true]);
  });
});
