import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../shared/limits.ts';
import { type OpenOperator, openOperator } from '../../test/support/openOperator.ts';
import { removeOldContacts } from './retention.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator({ rules: { namesRequired: false, emailRequired: false } });
});
afterEach(() => house.close());

const NOBODY = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const code = (expected: string) => ({ name: 'Problem', code: expected });

const FREE = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1', connector: '1' };
const FREE_TOO = { clientId: 'farnwald', evseId: 'DE*FRW*E2005*1', connector: '1' };

async function start(visitor: string | null, more = {}): Promise<string> {
  const ask = await house.ask({ ...FREE, contact: NOBODY, ...more });
  const started = await house.operator.startSession({ ...ask, ...(visitor ? { visitor } : {}) });
  if (started.kind !== 'charging') throw new Error('Not free');
  await house.operator.cancelStart(started);
  await house.pass(5);
  return started.sessionId;
}

describe('Free charging without an e-mail address', () => {
  it('starts five times an hour for one visitor, and then not until the hour is over', async () => {
    for (let n = 0; n < 5; n++) await start('fingerprint-one');
    await expect(start('fingerprint-one')).rejects.toMatchObject(code('too-many'));
    await start('fingerprint-two');
    await start('fingerprint-one', { contact: { ...NOBODY, email: 'ada@example.org', emailConfirmation: 'ada@example.org' } });
    await house.pass(3600);
    await start('fingerprint-one');
  });

  it('is one session at a time, and the next one when that is over', async () => {
    const begin = async (visitor: string) =>
      house.operator.startSession({ ...(await house.ask({ ...FREE, contact: NOBODY })), visitor });
    const running = await begin('fingerprint-one');
    if (running.kind !== 'charging') throw new Error('Not free');
    const { start_id } = await house.store.db
      .selectFrom('sessions')
      .select('start_id')
      .where('id', '=', running.sessionId)
      .executeTakeFirstOrThrow();
    await house.stations.plugIn(start_id, house.clock.now());
    await house.stations.end(start_id, { at: house.clock.now(), energyWh: 100, isFinal: false });
    await expect(start('fingerprint-one', FREE_TOO)).rejects.toMatchObject(code('not-now'));
    await start('fingerprint-two', FREE_TOO);
    await house.stations.end(start_id, { at: house.clock.now(), energyWh: 100 });
    await house.pass(0);
    await start('fingerprint-one', FREE_TOO);
  });

  it('keeps the fingerprint of the network for a day', async () => {
    await start('fingerprint-one');
    const visitors = async () => (await house.store.db.selectFrom('orders').select('visitor').execute()).map(row => row.visitor);
    expect(await visitors()).toEqual(['fingerprint-one']);
    await removeOldContacts(house.store, new Date(house.clock.now().getTime() + 23 * 3_600_000));
    expect(await visitors()).toEqual(['fingerprint-one']);
    await removeOldContacts(house.store, new Date(house.clock.now().getTime() + 25 * 3_600_000));
    expect(await visitors()).toEqual(['']);
  });
});

describe('Free charging with e-mail addresses that somebody invents', () => {
  let invented = 0;
  const stranger = () => {
    const email = `stranger${++invented}@example.org`;
    return { contact: { ...NOBODY, email, emailConfirmation: email } };
  };

  it('ends at ten starts an hour from one network that nobody plugs in for', async () => {
    for (let n = 0; n < LIMITS.idleFreeStartsPerNetwork.most; n++) await start('fingerprint-one', stranger());
    await expect(start('fingerprint-one', stranger())).rejects.toMatchObject(code('too-many'));
    await start('fingerprint-two', stranger());
    await house.pass(3600);
    await start('fingerprint-one', stranger());
  });

  it('lets a whole car park charge: what really charged does not count', async () => {
    for (let n = 0; n < 25; n++) {
      const ask = await house.ask({ ...FREE, ...stranger() });
      const started = await house.operator.startSession({ ...ask, visitor: 'fingerprint-one' });
      if (started.kind !== 'charging') throw new Error('Not free');
      const { start_id } = await house.store.db
        .selectFrom('sessions')
        .select('start_id')
        .where('id', '=', started.sessionId)
        .executeTakeFirstOrThrow();
      await house.stations.plugIn(start_id, house.clock.now());
      await house.stations.end(start_id, { at: house.clock.now(), energyWh: 100 });
      await house.pass(1);
    }
  });

  it('writes to nobody before a vehicle is plugged in', async () => {
    const ask = await house.ask({ ...FREE_TOO, ...stranger() });
    const started = await house.operator.startSession(ask);
    if (started.kind !== 'charging') throw new Error('Not free');
    const { sessionId } = started;
    await house.operator.withdraw({ sessionId, name: 'Ada Lovelace', email: 'other@example.org' });
    await house.operator.sendReceipt({ receipt: sessionId }).catch(() => null);
    await house.pass(60);
    expect(house.letters).toEqual([]);
    expect(await house.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { isMailed: false } });
    const { start_id } = await house.store.db
      .selectFrom('sessions')
      .select('start_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    await house.stations.plugIn(start_id, house.clock.now());
    await house.pass(5);
    expect(house.letters.map(({ to }) => to)).toEqual([ask.contact.email]);
    expect(await house.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { isMailed: true } });
  });

  it('writes to nobody when the start comes to nothing', async () => {
    const started = await house.operator.startSession(await house.ask({ ...FREE, ...stranger() }));
    if (started.kind !== 'charging') throw new Error('Not free');
    await house.pass(600);
    expect(await house.operator.getSession(started)).toMatchObject({ kind: 'cancelled' });
    expect(house.letters).toEqual([]);
  });
});

describe('Charging that is paid for', () => {
  it('is told by letter when it has begun, not when it was ordered or paid', async () => {
    const ordered = await house.paid({ contact: { ...NOBODY, email: 'ada@example.org', emailConfirmation: 'ada@example.org' } });
    await house.pass(30);
    expect(house.letters).toEqual([]);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(5);
    expect(house.letters).toHaveLength(1);
  });
});
