import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../../test/support/openOperator.ts';

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

  it('keeps the fingerprint only where it is needed', async () => {
    const { orderId } = await house.order();
    const withoutMail = await start('fingerprint-one');
    const rows = await house.store.db
      .selectFrom('orders')
      .innerJoin('sessions', 'sessions.order_id', 'orders.id')
      .select(['orders.id', 'orders.visitor', 'sessions.id as session'])
      .execute();
    expect(rows.find(({ id }) => id === orderId)?.visitor).toBe('');
    expect(rows.find(({ session }) => session === withoutMail)?.visitor).toBe('fingerprint-one');
  });
});
