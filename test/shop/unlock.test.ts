import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cable, PlugState, Session } from '../../shared/charging/session.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

let app: OpenOperator;
let driver: Ordered;
beforeEach(async () => {
  app = await openOperator();
  driver = await app.charging();
});
afterEach(() => app.close());

const { evseId, connector } = PLAIN;
const reportState = async (state: PlugState) => {
  await app.operator.reportPlug({ evseId, connector, state });
  await app.pass(6);
};
const seen = async (ordered: Ordered = driver): Promise<{ session: Session; cable: Cable | undefined }> => {
  const session = await app.operator.getSession(ordered);
  return { session, cable: 'cable' in session ? session.cable : undefined };
};
/** The driver stops and the session ends, but the cable stays in the plug. */
async function ends(isFinal = true): Promise<void> {
  await reportState('charging');
  await app.pass(600);
  await app.operator.stopSession(driver);
  await app.pass(2);
  await reportState('finishing');
  await app.stations.end(driver.authorizationReference, { at: app.clock.now(), energyWh: 5000, isFinal });
  await app.pass(10);
}
const unlocks = () => app.stations.calls.filter(({ step }) => step === 'unlock').length;

describe('When charging is over, the driver', () => {
  it('is told that the plug is locked, has it unlocked, and is told when it is free', async () => {
    await ends();
    expect((await seen()).cable).toEqual({ isLocked: true, unlock: null, canUnlock: true });
    expect((await seen()).session.refreshAfterMs).toBeGreaterThan(0);
    await app.operator.unlockPlug(driver);
    await app.pass(2);
    expect((await seen()).cable).toEqual({ isLocked: true, unlock: 'unlocked', canUnlock: true });
    expect(unlocks()).toBe(1);
    await reportState('available');
    expect((await seen()).cable).toEqual({ isLocked: false, unlock: 'unlocked', canUnlock: false });
    expect((await seen()).session.refreshAfterMs).toBe(0);
    await expect(app.operator.unlockPlug(driver)).rejects.toMatchObject({ code: 'not-now' });
  });

  it('need not wait for the bill to have it unlocked', async () => {
    await ends(false);
    expect((await seen()).session.kind).toBe('stopping');
    await app.operator.unlockPlug(driver);
    await app.pass(2);
    expect((await seen()).cable).toMatchObject({ unlock: 'unlocked' });
  });

  it('whose bill is there before the plug is told of, is told of the plug all the same', async () => {
    await reportState('charging');
    await app.pass(600);
    await app.operator.stopSession(driver);
    await app.stations.end(driver.authorizationReference, { at: app.clock.now(), energyWh: 5000 });
    await app.pass(10);
    const { session } = await seen();
    expect(session).toMatchObject({ kind: 'completed', isBilled: true });
    expect(session.refreshAfterMs).toBeGreaterThan(0);
    await reportState('finishing');
    expect((await seen()).cable).toMatchObject({ isLocked: true });
    await app.pass(3600);
    expect((await seen()).session.refreshAfterMs).toBe(0);
  });

  it('who asks twice at once asks once', async () => {
    await ends();
    const answer = app.stations.hold('unlock');
    await Promise.all([app.operator.unlockPlug(driver), app.operator.unlockPlug(driver)]);
    expect((await seen()).cable).toEqual({ isLocked: true, unlock: 'asked', canUnlock: false });
    answer();
    await app.pass(2);
    expect(unlocks()).toBe(1);
  });

  it('is told what to do where it cannot be unlocked, may ask again, and a person is told', async () => {
    await ends();
    app.stations.jam();
    await app.operator.unlockPlug(driver);
    await app.pass(2);
    expect((await seen()).cable).toEqual({ isLocked: true, unlock: 'refused', canUnlock: true });
    expect(await app.attention()).toContain('the station does not unlock');
    await app.operator.unlockPlug(driver);
    await app.pass(2);
    expect(unlocks()).toBe(2);
  });

  it('is not asked for ever: after ten wishes it takes a person', async () => {
    await ends();
    for (let n = 0; n < 10; n++) {
      await app.operator.unlockPlug(driver);
      await app.pass(2);
    }
    await expect(app.operator.unlockPlug(driver)).rejects.toMatchObject({ code: 'too-many' });
    expect(unlocks()).toBe(10);
  });

  it('unlocks nothing while it charges, nor for whoever only watches', async () => {
    await reportState('charging');
    await expect(app.operator.unlockPlug(driver)).rejects.toMatchObject({ code: 'not-now' });
    expect((await seen()).cable).toBeUndefined();
    await ends();
    const { watchId } = await app.operator.getSession(driver);
    expect(await app.operator.getWatchedSession({ watchId })).toMatchObject({ cable: { isLocked: true, canUnlock: false } });
    await expect(app.operator.unlockPlug({ sessionId: watchId })).rejects.toMatchObject({ code: 'no-session' });
  });

  it('cannot unlock the plug of whoever came next, ours or not', async () => {
    await ends();
    await reportState('available');
    const next = await app.charging();
    await reportState('charging');
    expect((await seen()).cable).toBeUndefined();
    await expect(app.operator.unlockPlug(driver)).rejects.toMatchObject({ code: 'not-now' });
    await app.operator.stopSession(next);
    await reportState('finishing');
    await app.stations.end(next.authorizationReference, { at: app.clock.now(), energyWh: 5000 });
    await app.pass(10);
    expect((await seen()).cable).toBeUndefined();
    expect((await seen(next)).cable).toMatchObject({ isLocked: true, canUnlock: true });
    // The next driver charges with the card of a mobility provider, without this app.
    for (const state of ['available', 'preparing', 'charging', 'finishing'] as const) await reportState(state);
    expect((await seen(next)).cable).toBeUndefined();
    expect(unlocks()).toBe(0);
  });

  it('whose wish arrives late ends nobody’s charging', async () => {
    await ends();
    await reportState('available');
    const next = await app.charging();
    const { number } = await app.operator.getSession(driver);
    const options = { transaction: String(number), reason: 'asked by phone', who: 'Petra Lindqvist' };
    await linesOf({ store: app.store, now: app.clock.now() }, 'unlock', options);
    await app.pass(10);
    expect(unlocks()).toBe(0);
    expect((await seen(next)).session.kind).toBe('running');
  });
});
