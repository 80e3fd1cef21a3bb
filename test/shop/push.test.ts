import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Push, PushOutcome, SendPushRequest } from '../../server/core/ports/ports.ts';
import { forgetDriver, removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import { listDevices } from '../../server/store/shop/pushDevices.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import type { PushMessage } from '../../shared/charging/session.ts';
import { LOCALES } from '../../shared/model/locales.ts';
import { DAY_MS, MINUTE_S } from '../../shared/model/time.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };

let shop: OpenOperator;
let sent: SendPushRequest[];
let outcome: PushOutcome;
const push: Push = {
  publicKey: 'ours',
  accepts: ({ endpoint }) => endpoint.startsWith('https://push.example/'),
  async send(request) {
    sent.push(request);
    return outcome;
  },
};
beforeEach(async () => {
  sent = [];
  outcome = 'taken';
  shop = await openOperator({ push });
});
afterEach(() => shop.close());

const deviceOf = (name = 'phone') => ({ endpoint: `https://push.example/${name}`, p256dh: 'key', auth: 'secret' });
const turnOn = ({ sessionId }: Pick<Ordered, 'sessionId'>, name?: string) =>
  shop.operator.enablePush({ sessionId, ...deviceOf(name) });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const messages = () => sent.map(({ payload }) => JSON.parse(payload) as PushMessage);
const bodies = () => messages().map(({ body }) => plain(body));
const devices = async ({ sessionId }: Ordered) => (await listDevices(shop.store.db, sessionId)).length;
const code = (expected: string) => ({ name: 'Problem', code: expected });

const meter = ({ authorizationReference }: Ordered, energyWh: number, isCharging = true) =>
  shop.stations.meter(authorizationReference, { at: shop.clock.now(), energyWh, powerW: isCharging ? 11_000 : 0, isCharging });
/** Ends the session and waits until it is billed and its document is rendered, which takes real time. */
async function end({ authorizationReference }: Ordered, energyWh = 17_408): Promise<void> {
  await shop.pass(10 * MINUTE_S);
  await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh });
  await shop.pass(0);
  await until(
    async () => {
      await shop.pass(0);
      return (await shop.store.db.selectFrom('documents').select('sha256').execute()).filter(({ sha256 }) => sha256 !== null)
        .length;
    },
    count => count > 0,
  );
  await shop.pass(0);
}

describe('A device whose driver has asked for it', () => {
  it('is told that charging has ended, and that the receipt is there, and then nothing is kept of it', async () => {
    const ordered = await shop.charging({ locale: 'en' });
    await turnOn(ordered);
    await end(ordered);
    expect(bodies()).toEqual(['Charging has ended: €8.53.', 'Your receipt for €8.53 is ready.']);
    expect(messages()[0]).toMatchObject({
      title: 'Blaufink Ladenetz',
      lang: 'en',
      clientId: 'blaufink',
      path: `/en/blaufink/charging/${ordered.sessionId}`,
    });
    // The second message (receipt) replaces the first one, both in the push service and on the screen.
    expect(new Set(sent.map(({ topic }) => topic)).size).toBe(1);
    expect(messages().map(({ tag }) => tag)).toEqual(sent.map(({ topic }) => topic));
    expect(sent[0]?.topic).toMatch(/^[\w-]{32}$/);
    expect(await devices(ordered)).toBe(0);
    expect(shop.emails.map(({ subject }) => subject)).toHaveLength(2);
  });

  it.each(LOCALES)('reads it in the language of the order: %s', async locale => {
    const ordered = await shop.charging({ locale });
    await turnOn(ordered);
    await end(ordered);
    expect(messages().map(({ lang }) => lang)).toEqual([locale, locale]);
    for (const body of bodies()) expect(body).not.toMatch(/notification\.|\{\{|undefined/);
    // The message may appear on a lock screen, so it contains no name, place, card or number.
    const { number } = await shop.session(ordered);
    for (const secret of ['Lovelace', 'ada@', 'Köln', '4242', String(number), 'DE*BLF'])
      expect(bodies().join()).not.toContain(secret);
  });

  it('is told of a vehicle that takes no more power, unless it goes on within minutes', async () => {
    const ordered = await shop.charging({ locale: 'de' });
    await turnOn(ordered);
    await shop.pass(10 * MINUTE_S);
    await meter(ordered, 10_000, false);
    await shop.pass(2 * MINUTE_S);
    await meter(ordered, 10_000);
    await shop.pass(8 * MINUTE_S);
    expect(bodies()).toEqual([]);
    await meter(ordered, 11_000, false);
    await shop.pass(6 * MINUTE_S);
    expect(bodies()).toEqual(['Ihr Fahrzeug lädt nicht mehr. Bisher 5,39 €.']);
    await meter(ordered, 11_000);
    await meter(ordered, 11_500, false);
    await shop.pass(10 * MINUTE_S);
    expect(bodies()).toHaveLength(1);
  });

  it('is told ten minutes before a fee for staying begins, also when it was asked for later', async () => {
    const ordered = await shop.charging({ ...FARNWALD, evseId: 'DE*FRW*E2002*1', locale: 'en' });
    await shop.pass(229 * MINUTE_S);
    await turnOn(ordered);
    expect(bodies()).toEqual([]);
    await shop.pass(2 * MINUTE_S);
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatch(/^From \d\d:\d\d a blocking fee of €0\.10 per started minute applies\.$/);
  });

  it('is told once that the limit is near', async () => {
    const ordered = await shop.charging({ locale: 'en', limitMinor: 2000 });
    await turnOn(ordered);
    await shop.pass(10 * MINUTE_S);
    await meter(ordered, 30_000);
    await shop.pass(0);
    expect(bodies()).toEqual([]);
    await shop.pass(MINUTE_S);
    await meter(ordered, 33_000);
    await shop.pass(MINUTE_S);
    await meter(ordered, 33_100);
    await shop.pass(MINUTE_S);
    expect(bodies()).toEqual(['80% of the reservation amount has been used. Charging will end at €20.00.']);
  });

  it('that asks when the limit is near is told so as well, and no other once more', async () => {
    const ordered = await shop.charging({ locale: 'en', limitMinor: 2000 });
    await turnOn(ordered, 'phone');
    await shop.pass(10 * MINUTE_S);
    await meter(ordered, 33_000);
    await shop.pass(MINUTE_S);
    await turnOn(ordered, 'vehicle');
    await meter(ordered, 33_100);
    await shop.pass(MINUTE_S);
    await meter(ordered, 33_200);
    await shop.pass(MINUTE_S);
    expect(sent.map(({ device }) => device.endpoint)).toEqual(['phone', 'vehicle'].map(name => deviceOf(name).endpoint));
  });

  it('is told nothing more once it is switched off, and others still are', async () => {
    const ordered = await shop.charging({ locale: 'en' });
    await turnOn(ordered, 'phone');
    await turnOn(ordered, 'vehicle');
    await shop.operator.disablePush({ sessionId: ordered.sessionId, endpoint: deviceOf('phone').endpoint });
    await end(ordered);
    expect(new Set(sent.map(({ device }) => device.endpoint))).toEqual(new Set([deviceOf('vehicle').endpoint]));
  });
});

describe('What is kept of a device', () => {
  const readStored = async () => {
    const { db } = shop.store;
    return JSON.stringify(await db.selectFrom('push_devices').selectAll().execute());
  };
  it('is read by nobody who has the database alone', async () => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    expect(await readStored()).toContain(ordered.sessionId);
    expect(await readStored()).not.toMatch(/push\.example|secret|"key"/);
    await shop.restart();
    await end(ordered);
    expect(new Set(sent.map(({ device }) => device.endpoint))).toEqual(new Set([deviceOf().endpoint]));
  });
});

describe('A push service', () => {
  it('that does not know a device any more has it forgotten', async () => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    outcome = 'gone';
    await end(ordered);
    expect(sent).toHaveLength(1);
    expect(await devices(ordered)).toBe(0);
  });

  it('that takes nothing is asked again for a while, and then no more; nobody is alarmed', async () => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    outcome = 'later';
    await end(ordered);
    await shop.pass(60 * MINUTE_S);
    const tries = sent.length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(40);
    await shop.pass(60 * MINUTE_S);
    expect(sent).toHaveLength(tries);
    expect(await shop.attention()).toEqual([]);
    expect((await shop.payment(ordered)).state).toBe('captured');
    expect(shop.emails).toHaveLength(2);
  });

  it('that recovers is given each message at most once, and nothing older than the receipt after it', async () => {
    const ordered = await shop.charging({ locale: 'en' });
    await turnOn(ordered);
    outcome = 'later';
    await end(ordered);
    sent.length = 0;
    outcome = 'taken';
    await shop.pass(5 * MINUTE_S);
    expect(bodies().at(-1)).toBe('Your receipt for €8.53 is ready.');
    expect(new Set(bodies()).size).toBe(bodies().length);
  });

  it.each<PushOutcome>(['unknown', 'refused'])('whose answer is %s is not asked twice', async answer => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    outcome = answer;
    await end(ordered);
    await shop.pass(60 * MINUTE_S);
    expect(sent).toHaveLength(2);
  });

  it('is not asked again by the process that takes over', async () => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    await end(ordered);
    await shop.restart();
    await shop.pass(10 * MINUTE_S);
    expect(sent).toHaveLength(2);
  });
});

describe('Whoever asks', () => {
  it('is refused for a session that is not there or over, and for a push service that we do not know', async () => {
    await expect(turnOn({ sessionId: 'A'.repeat(22) })).rejects.toMatchObject(code('no-session'));
    const drafted = await shop.order();
    await expect(turnOn(drafted)).rejects.toMatchObject(code('no-session'));
    const ordered = await shop.charging();
    const otherDevice = { ...deviceOf(), endpoint: 'https://attacker.example/' };
    await expect(shop.operator.enablePush({ sessionId: ordered.sessionId, ...otherDevice })).rejects.toMatchObject(
      code('bad-request'),
    );
    await end(ordered);
    await expect(turnOn(ordered)).rejects.toMatchObject(code('not-now'));
  });

  it('has a few devices at most, and the same one twice is one', async () => {
    const ordered = await shop.charging();
    for (let n = 0; n < LIMITS.devicesPerSession; n++) await turnOn(ordered, `device-${n}`);
    await turnOn(ordered, 'device-0');
    await expect(turnOn(ordered, 'one-more')).rejects.toMatchObject(code('too-many'));
    expect(await devices(ordered)).toBe(LIMITS.devicesPerSession);
  });

  it('may not by the link to watch', async () => {
    const ordered = await shop.charging();
    const { watchId } = await shop.operator.getSession(ordered);
    await expect(turnOn({ sessionId: watchId })).rejects.toMatchObject(code('no-session'));
  });

  it('is forgotten with a driver who is known by the address alone, also when all is settled', async () => {
    const ordered = await shop.charging();
    await turnOn(ordered);
    outcome = 'refused';
    await end(ordered);
    expect(await devices(ordered)).toBe(1);
    await forgetDriver(shop.store, { whose: { email: 'ada@example.org' }, secret: undefined, now: shop.clock.now() });
    expect(await devices(ordered)).toBe(0);
  });

  it('is forgotten with the driver, and at night once the session is over', async () => {
    const [first, second] = [await shop.charging(), await shop.charging(FARNWALD)];
    for (const ordered of [first, second]) await turnOn(ordered);
    const { number } = await shop.session(first);
    await forgetDriver(shop.store, { whose: { transaction: number }, secret: undefined, now: shop.clock.now() });
    expect([await devices(first), await devices(second)]).toEqual([0, 1]);
    const later = new Date(shop.clock.now().getTime() + 2 * DAY_MS);
    await removeOldContacts(shop.store, later);
    expect(await devices(second)).toBe(1);
    outcome = 'refused';
    await end(second);
    expect(await devices(second)).toBe(1);
    await removeOldContacts(shop.store, later);
    expect(await devices(second)).toBe(0);
  });
});

describe('Without a key', () => {
  it('nothing is offered, and nothing is enqueued', async () => {
    const silent = await openOperator();
    const { sessionId } = await silent.charging();
    await expect(silent.operator.enablePush({ sessionId, ...deviceOf() })).rejects.toMatchObject(code('not-offered'));
    const kinds = (await silent.store.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
    expect(kinds.filter(kind => kind.startsWith('push'))).toEqual([]);
    await silent.close();
  });
});
