import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_S, whFor } from '../../test/support/money.ts';
import { type OpenOperator, type Ordered, openOperator } from '../../test/support/openOperator.ts';
import { COMMANDS } from './commands.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

const NEVER = Array.from({ length: 40 }, () => 'unheard' as const);

/** The command as it is typed for one session; the house has a few seconds to do what it promises. */
async function type(name: string, ordered: Ordered, options: Readonly<Record<string, string>> = {}): Promise<string> {
  const { number } = await house.session(ordered);
  const typed = { transaction: String(number), reason: 'The station is dead', ...options };
  const lines = await COMMANDS[name]!.run({ store: house.store, now: house.clock.now() }, typed);
  await house.pass(5);
  return lines.join('\n');
}
const taken = () => house.payments.takings.map(({ amountMinor }) => amountMinor);
const stopped = async ({ startId }: Ordered, energyWh: number) => {
  await house.pass(10 * MINUTE_S);
  await house.stations.meter(startId, { at: house.clock.now(), energyWh, powerW: 11_000, isCharging: true });
};

/** A driver has pressed stop; the station had told so many watt-hours, and nothing since. */
async function silent(energyWh: number): Promise<Ordered> {
  const ordered = await house.charging();
  await stopped(ordered, energyWh);
  house.stations.trouble('stop', ...NEVER);
  house.stations.trouble('read', ...NEVER, ...NEVER, ...NEVER);
  await house.operator.stopSession(ordered);
  await house.pass(15 * MINUTE_S);
  return ordered;
}

describe('A session whose last meter value never comes', () => {
  it('is told to a person, who bills what the station has told', async () => {
    const ordered = await silent(whFor(853));
    expect(await house.attention()).toContain('last meter value missing');
    expect(await type('bill', ordered)).toMatch(/billed with 17\.\d+ kWh/);
    expect(await house.session(ordered)).toMatchObject({ state: 'completed', total_minor: 853 });
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', captured_minor: 853 });
    expect(await house.documents()).toHaveLength(1);
    await expect(type('bill', ordered)).rejects.toThrow(/is completed/);
    expect(taken()).toEqual([853]);
  });

  it('is billed with what a person has read at the meter', async () => {
    const ordered = await silent(whFor(200));
    await type('bill', ordered, { energy: String(whFor(400) / 1000).replace('.', ',') });
    expect(taken()).toEqual([400]);
    expect((await house.session(ordered)).energy_wh).toBe(whFor(400));
  });

  it('is not billed by a slip of the pen', async () => {
    const ordered = await silent(whFor(400));
    await expect(type('bill', ordered, { energy: '1' })).rejects.toThrow(/has told 8\.\d+ kWh already/);
    await expect(type('bill', ordered, { energy: '9999' })).rejects.toThrow(/no more than/);
    for (const energy of ['', 'twelve', '-3', '1e3'])
      await expect(type('bill', ordered, { energy })).rejects.toThrow(/like 12\.345/);
    await expect(type('bill', ordered, { reason: ' ' })).rejects.toThrow(/needs a reason/);
    expect((await house.session(ordered)).state).toBe('stopping');
    expect(taken()).toEqual([]);
  });

  it('can be waived: nothing is taken, and the hold goes back', async () => {
    const ordered = await silent(whFor(853));
    await type('waive', ordered);
    expect(await house.session(ordered)).toMatchObject({ state: 'completed', total_minor: 0 });
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
    expect(taken()).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.operator.getSession(ordered)).toMatchObject({ kind: 'completed', isBilled: true });
  });

  it('is left alone while the station may still answer', async () => {
    const ordered = await house.charging();
    await expect(type('bill', ordered)).rejects.toThrow(/is running/);
    await house.operator.stopSession(ordered);
    for (const name of ['bill', 'waive']) await expect(type(name, ordered)).rejects.toThrow(/may still answer: in 15 min/);
    await expect(type('bill', ordered, { transaction: '1' })).rejects.toThrow(/no session/);
  });

  it('is billed by that value, where it comes just before the bill', async () => {
    const ordered = await silent(whFor(400));
    const { number } = await house.session(ordered);
    const typed = { transaction: String(number), reason: 'The station is dead' };
    const asked = COMMANDS.bill!.run({ store: house.store, now: house.clock.now() }, typed);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(853) });
    await asked.catch(() => undefined);
    await house.pass(5);
    expect(taken()).toHaveLength(1);
    expect((await house.session(ordered)).state).toBe('completed');
  });

  it.each([
    [300, 'less energy told after the bill'],
    [500, 'more energy told after the bill'],
  ])('and comes after the bill, as energy for %i cents, changes nothing and is told to a person', async (cents, why) => {
    const ordered = await silent(whFor(200));
    await type('bill', ordered, { energy: String(whFor(400) / 1000) });
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(cents) });
    await house.pass(5);
    expect(taken()).toEqual([400]);
    expect(await house.attention()).toEqual(['last meter value missing', why]);
  });

  it('is billed once, where two people ask at once and the process dies', async () => {
    const ordered = await silent(whFor(853));
    const { number } = await house.session(ordered);
    const typed = { transaction: String(number), reason: 'The station is dead' };
    const ask = () => COMMANDS.bill!.run({ store: house.store, now: house.clock.now() }, typed);
    await Promise.all([ask(), ask()]);
    await house.restart();
    await house.pass(5);
    expect(taken()).toEqual([853]);
  });
});

describe('A start that nobody can give up, because the station does not answer', () => {
  let ordered: Ordered;
  beforeEach(async () => {
    ordered = await house.paid();
    house.stations.trouble('cancelStart', ...NEVER);
    house.stations.trouble('read', ...NEVER, ...NEVER, ...NEVER);
    await house.operator.cancelStart(ordered);
  });

  it('is waived when it could have answered: the hold goes back', async () => {
    await expect(type('waive', ordered)).rejects.toThrow(/may still answer/);
    await expect(type('bill', ordered)).rejects.toThrow(/is cancelling/);
    await house.pass(18 * MINUTE_S);
    await type('waive', ordered);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled' });
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('and was waived, but begins all the same, is stopped and told to a person', async () => {
    await house.pass(18 * MINUTE_S);
    await type('waive', ordered);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(5);
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(100) });
    await house.pass(5);
    expect(taken()).toEqual([]);
    expect(await house.attention()).toContain('energy without a hold');
  });
});

describe('A person who stops a session', () => {
  it('has the station asked, and what was charged is billed', async () => {
    const ordered = await house.charging();
    expect(await type('stop', ordered)).toContain('is asked to stop');
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(853) });
    await house.pass(5);
    expect(taken()).toEqual([853]);
    await expect(type('stop', ordered)).rejects.toThrow(/nothing to stop/);
  });

  it('gives up a start for which no vehicle has come', async () => {
    const ordered = await house.paid();
    await type('stop', ordered);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'cancelled' });
    expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
  });
});
