import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ rules: { namesRequired: false, emailRequired: false } });
});
afterEach(() => shop.close());

const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const code = (expected: string) => ({ name: 'Problem', code: expected });

const FREE = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1', connector: '1' };
const FREE_TOO = { clientId: 'farnwald', evseId: 'DE*FRW*E2005*1', connector: '1' };

async function start(visitor: string | null, more = {}): Promise<string> {
  const orderRequest = await shop.request({ ...FREE, contact: EMPTY_CONTACT, ...more });
  const started = await shop.operator.startSession({ ...orderRequest, ...(visitor ? { visitor } : {}) });
  if (started.kind !== 'charging') throw new Error('Not free');
  await shop.operator.cancelStart(started);
  await shop.pass(5);
  return started.sessionId;
}

describe('Free charging without an e-mail address', () => {
  it('starts five times an hour for one visitor, and then not until the hour is over', async () => {
    for (let n = 0; n < 5; n++) await start('fingerprint-one');
    await expect(start('fingerprint-one')).rejects.toMatchObject(code('too-many'));
    await start('fingerprint-two');
    await start('fingerprint-one', {
      contact: { ...EMPTY_CONTACT, email: 'ada@example.org', emailConfirmation: 'ada@example.org' },
    });
    await shop.pass(3600);
    await start('fingerprint-one');
  });

  it('is one session at a time, and the next one when that is over', async () => {
    const begin = async (visitor: string) =>
      shop.operator.startSession({ ...(await shop.request({ ...FREE, contact: EMPTY_CONTACT })), visitor });
    const running = await begin('fingerprint-one');
    if (running.kind !== 'charging') throw new Error('Not free');
    const { authorizationReference } = await shop.store.db
      .selectFrom('sessions')
      .select('start_id as authorizationReference')
      .where('id', '=', running.sessionId)
      .executeTakeFirstOrThrow();
    await shop.stations.plugIn(authorizationReference, shop.clock.now());
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 100, isFinal: false });
    await expect(start('fingerprint-one', FREE_TOO)).rejects.toMatchObject(code('not-now'));
    await start('fingerprint-two', FREE_TOO);
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 100 });
    await shop.pass(0);
    await start('fingerprint-one', FREE_TOO);
  });

  it('keeps the fingerprint of the network for a day', async () => {
    await start('fingerprint-one');
    const visitors = async () => (await shop.store.db.selectFrom('orders').select('visitor').execute()).map(row => row.visitor);
    expect(await visitors()).toEqual(['fingerprint-one']);
    await removeOldContacts(shop.store, new Date(shop.clock.now().getTime() + 23 * 3_600_000));
    expect(await visitors()).toEqual(['fingerprint-one']);
    await removeOldContacts(shop.store, new Date(shop.clock.now().getTime() + 25 * 3_600_000));
    expect(await visitors()).toEqual(['']);
  });
});

describe('Free charging with e-mail addresses that somebody invents', () => {
  let invented = 0;
  const stranger = () => {
    const email = `stranger${++invented}@example.org`;
    return { contact: { ...EMPTY_CONTACT, email, emailConfirmation: email } };
  };

  it('ends at ten starts an hour from one network that nobody plugs in for', async () => {
    for (let n = 0; n < LIMITS.idleFreeStartsPerNetwork.limit; n++) await start('fingerprint-one', stranger());
    await expect(start('fingerprint-one', stranger())).rejects.toMatchObject(code('too-many'));
    await start('fingerprint-two', stranger());
    await shop.pass(3600);
    await start('fingerprint-one', stranger());
  });

  it('lets a whole car park charge: what really charged does not count', async () => {
    for (let n = 0; n < 25; n++) {
      const orderRequest = await shop.request({ ...FREE, ...stranger() });
      const started = await shop.operator.startSession({ ...orderRequest, visitor: 'fingerprint-one' });
      if (started.kind !== 'charging') throw new Error('Not free');
      const { authorizationReference } = await shop.store.db
        .selectFrom('sessions')
        .select('start_id as authorizationReference')
        .where('id', '=', started.sessionId)
        .executeTakeFirstOrThrow();
      await shop.stations.plugIn(authorizationReference, shop.clock.now());
      await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 100 });
      await shop.pass(1);
    }
  });

  it('writes to nobody before a vehicle is plugged in', async () => {
    const orderRequest = await shop.request({ ...FREE_TOO, ...stranger() });
    const started = await shop.operator.startSession(orderRequest);
    if (started.kind !== 'charging') throw new Error('Not free');
    const { sessionId } = started;
    await shop.operator.withdraw({ sessionId, name: 'Ada Lovelace', email: 'other@example.org' });
    await shop.operator.sendReceipt({ receipt: sessionId }).catch(() => null);
    await shop.pass(60);
    expect(shop.emails).toEqual([]);
    expect(await shop.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { isMailed: false } });
    const { authorizationReference } = await shop.store.db
      .selectFrom('sessions')
      .select('start_id as authorizationReference')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    await shop.stations.plugIn(authorizationReference, shop.clock.now());
    await shop.pass(5);
    expect(shop.emails.map(({ to }) => to)).toEqual([orderRequest.contact.email]);
    expect(await shop.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { isMailed: true } });
  });

  it('writes to nobody when the start comes to nothing', async () => {
    const started = await shop.operator.startSession(await shop.request({ ...FREE, ...stranger() }));
    if (started.kind !== 'charging') throw new Error('Not free');
    await shop.pass(600);
    expect(await shop.operator.getSession(started)).toMatchObject({ kind: 'cancelled' });
    expect(shop.emails).toEqual([]);
  });
});

describe('Charging that is paid for', () => {
  it('is confirmed by e-mail when it has begun, not when it was ordered or paid', async () => {
    const ordered = await shop.paid({
      contact: { ...EMPTY_CONTACT, email: 'ada@example.org', emailConfirmation: 'ada@example.org' },
    });
    await shop.pass(30);
    expect(shop.emails).toEqual([]);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(5);
    expect(shop.emails).toHaveLength(1);
  });
});
