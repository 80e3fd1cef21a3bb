import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
afterEach(() => house.close());

const MINUTE_S = 60;

describe('A station that may carry out a cancelled start late', () => {
  beforeEach(async () => {
    house = await openOperator({ tombstones: false });
  });

  it('keeps the hold for ten minutes after the cancellation, then gives it back', async () => {
    const ordered = await house.paid();
    await house.operator.cancelStart(ordered);
    await house.pass(9 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelling' });
    expect(await house.payment(ordered)).toMatchObject({ state: 'authorised' });
    await house.pass(2 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled' });
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('stops, meters and bills a start that comes within that time', async () => {
    const ordered = await house.paid();
    await house.operator.cancelStart(ordered);
    await house.pass(5 * MINUTE_S);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(30);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'late-start' });
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 2000 });
    await house.pass(15 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'completed', total_minor: 98 });
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', captured_minor: 98 });
    expect(await house.attention()).toEqual([]);
  });

  it('outlives a crash of the operator while it waits', async () => {
    const ordered = await house.paid();
    await house.operator.cancelStart(ordered);
    await house.pass(MINUTE_S);
    await house.restart();
    await house.pass(8 * MINUTE_S);
    expect(await house.payment(ordered)).toMatchObject({ state: 'authorised' });
    await house.pass(3 * MINUTE_S);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('is not believed at once when it says by itself that a start was cancelled', async () => {
    const ordered = await house.paid();
    const nothing = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
    await house.operator.report(ordered.startId, { startId: ordered.startId, state: 'cancelled', ...nothing });
    await house.pass(MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelling', why: 'never-started' });
    expect(await house.payment(ordered)).toMatchObject({ state: 'authorised' });
    await house.pass(11 * MINUTE_S);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });
});

describe('A station that buries cancelled starts', () => {
  it('gets the hold given back at once', async () => {
    house = await openOperator();
    const ordered = await house.paid();
    await house.operator.cancelStart(ordered);
    await house.pass(5);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });
});
