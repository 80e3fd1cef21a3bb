import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { findOrder } from '../../server/store/shop/orders.ts';
import { findPayment } from '../../server/store/shop/payments.ts';
import { findSessionByOrder } from '../../server/store/shop/sessions.ts';
import type { Session } from '../../shared/charging/session.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { type EvseSwitches, SWITCHES, type Switches } from '../support/ocpi/switches.ts';
import { orderAt } from '../support/paidOrder.ts';

/** A correct CPO: it sends a meter reading every ten seconds, with a power that the plug can deliver. */
const CALM: Partial<Switches> = {
  ...SWITCHES,
  start: { ...SWITCHES.start, resultMs: 1000, sessionMs: 5000 },
  session: { ...SWITCHES.session, intervalMs: 10_000, kwhPerInterval: 0.05, maxKwh: 100 },
  cdr: { ...SWITCHES.cdr, delayMs: 5000 },
};
const MINUTE_S = 60;

let shop: OcpiShop;
let number = 0;
beforeAll(async () => {
  shop = await openOcpiShop({ isTurned: true });
  await shop.cpo.fill({ locations: 60 });
  await shop.cpo.set(CALM);
  await shop.connect();
  await shop.pass(10);
});
afterAll(() => shop.close());
beforeEach(async () => {
  number++;
  await shop.cpo.set(CALM);
});

interface Ordered {
  orderId: string;
  sessionId: string;
  evseUid: string;
}

/** Places a paid order at a plug that no other test uses. The CPO receives the start command. */
async function paid(): Promise<Ordered> {
  const evseId = `DE*CPO*E${number}*1`;
  const { orderId } = await orderAt(shop, evseId);
  const order = await findOrder(shop.store.db, orderId);
  shop.payments.pay((await findPayment(shop.store.db, order?.paymentId ?? ''))?.ref ?? '');
  await shop.operator.refreshOrder({ orderId });
  const session = await findSessionByOrder(shop.store.db, orderId);
  return { orderId, sessionId: session?.id ?? '', evseUid: `${number}-1` };
}

const seen = ({ sessionId }: Ordered): Promise<Session> => shop.operator.getSession({ sessionId });
const paymentOf = async ({ orderId }: Ordered) =>
  findPayment(shop.store.db, (await findOrder(shop.store.db, orderId))?.paymentId ?? '');
const alerts = async (subject: string) =>
  (await listAudit(shop.store.db, { what: 'attention', since: new Date(0) }))
    .filter(({ subjectId }) => subjectId === subject)
    .map(({ facts }) => String(facts.why));
const requests = async (evseUid: string) => {
  const { seen: all, sessions } = await shop.cpo.state();
  const ids = sessions.filter(({ evse_uid }) => evse_uid === evseUid).map(({ id }) => id);
  const isOurs = ({ body }: { body: unknown }) => {
    const { evse_uid, session_id } = body as { evse_uid?: string; session_id?: string };
    return evse_uid === evseUid || ids.includes(session_id);
  };
  return all.filter(request => request.path.includes('/commands/') && isOurs(request)).map(({ path }) => path.split('/').at(-1));
};
const cdrAt = async (evseUid: string) =>
  (await shop.cpo.state()).cdrs.find(({ cdr_location }) => (cdr_location as { evse_uid: string }).evse_uid === evseUid);

/** Checks that the driver pays exactly the amount of the first CDR. */
async function expectBilled(ordered: Ordered): Promise<void> {
  const done = await seen(ordered);
  const cdr = await cdrAt(ordered.evseUid);
  const energyWh = Math.round(Number(cdr?.total_energy) * 1000);
  expect(energyWh).toBeGreaterThan(0);
  expect(done).toMatchObject({ kind: 'completed', isBilled: true, values: { energyWh } });
  const billed = Math.round(energyWh * 0.0595);
  // An amount below the minimum of a card payment (50 cents) is waived.
  const settled = billed >= 50 ? { state: 'captured', capturedMinor: billed } : { state: 'released' };
  expect(await paymentOf(ordered)).toMatchObject(settled);
  expect((await requests(ordered.evseUid)).filter(command => command === 'START_SESSION')).toHaveLength(1);
}

type Turning = Parameters<OcpiShop['cpo']['set']>[0];
const at =
  (switches: EvseSwitches): (() => Turning) =>
  () => ({ evses: { [`${number}-1`]: switches } });
const PULLED: Turning = { push: { mode: 'off' } };

describe('A driver charges and pays as always at a CPO', () => {
  it.each<[what: string, turning: () => Turning]>([
    ['that never repeats our reference', at({ start: { echoesReference: false } })],
    ['that makes up our addresses with the version', () => ({ push: { path: 'receiver' } })],
    ['that makes up our addresses without it', () => ({ push: { path: 'receiver without version' } })],
    [
      'that writes fields nobody knows, and longer texts than it may',
      at({ session: { more: { x_vendor: { a: [1] }, meter_id: 'M'.repeat(300), location_id: `LOC${'1'.repeat(60)}` } } }),
    ],
    [
      'that leaves out what it may',
      at({ session: { without: ['charging_periods', 'authorization_reference', 'end_date_time', 'total_cost'] } }),
    ],
    [
      'that writes null for what it does not know',
      at({ session: { more: { end_date_time: null, total_cost: null, meter_id: '' } } }),
    ],
    [
      'that has nothing to say of a period, or says it wrongly',
      at({
        session: {
          more: {
            charging_periods: [
              { start_date_time: '2026-11-20T10:00:00Z', dimensions: [] },
              { start_date_time: '2026-11-20T10:01:00Z', dimensions: [{ type: 'ENERGY', volume: '0.5' }] },
              { dimensions: [{ type: 'POWER', volume: 11 }] },
            ],
          },
        },
      }),
    ],
    ['that writes what it has cost so far as a bare number', at({ session: { more: { total_cost: 2.5 } } })],
    ['that writes no list of periods', at({ session: { more: { charging_periods: { ENERGY: 1 } } } })],
    ['that sends our token as it is', () => ({ encoding: { sends: 'raw' } })],
    ['that sends our token with a line feed', () => ({ encoding: { sends: 'base64 with line feed' } })],
    ['that sends all periods again and again', at({ session: { message: 'patch with all periods' } })],
    ['that tells everything twice', () => ({ push: { mode: 'double' } })],
    ['whose messages overtake each other', () => ({ push: { mode: 'reordered', delayMs: 12_000 } })],
    ['whose results come late', at({ start: { resultMs: 70_000 } })],
    ['whose results come twice', at({ start: { isResultDoubled: true } })],
    ['whose results never come', at({ start: { result: null }, stop: { result: null } })],
    ['that begins after its own time-out', at({ start: { result: 'TIMEOUT', sessionMs: 60_000 } })],
    ['whose session comes before the result', at({ start: { session: 'before result' } })],
    ['whose CDR comes before the end', at({ cdr: { comesBeforeSessionEnds: true } })],
    ['whose CDR comes twice, and then another one under its id', at({ cdr: { isDoubled: true, isChanged: true } })],
    ['whose clock is five minutes ahead', () => ({ clockSkewMs: 5 * 60_000 })],
    ['whose clock is five minutes behind', () => ({ clockSkewMs: -5 * 60_000 })],
    ['that pushes nothing', () => PULLED],
    [
      'that answers with an error of its own at first',
      () => ({ ...PULLED, faults: [{ module: 'sessions', kind: 'code', value: 2001, times: 1 }] }),
    ],
    ['whose pages are cut off', () => ({ ...PULLED, faults: [{ module: 'sessions', kind: 'truncate', times: 2 }] })],
    ['that wants us to wait', () => ({ ...PULLED, faults: [{ module: 'sessions', kind: 'retry after', value: 20, times: 2 }] })],
    ['whose pages have no end', () => ({ ...PULLED, page: { links: 'endless' } })],
    ['whose pages go in a circle', () => ({ ...PULLED, page: { links: 'circular' } })],
    [
      'that drips its answer to our start, letter by letter',
      () => ({ faults: [{ module: 'commands', kind: 'drip', times: 1 }] }),
    ],
    ['whose answer to our start is lost', () => ({ faults: [{ module: 'commands', kind: 'lost', times: 1 }] })],
  ])('%s', async (_what, turning) => {
    const switches = turning();
    await shop.cpo.set(switches);
    // The app polls a CPO that pushes nothing only once a minute, so the test waits longer.
    const seconds = switches.push?.mode === 'off' ? 150 : 90;
    const ordered = await paid();
    await shop.pass(seconds);
    expect((await seen(ordered)).kind).toBe('running');
    await shop.operator.stopSession(ordered);
    await shop.pass(seconds);
    await expectBilled(ordered);
  });
});

describe('A driver reads within seconds that nothing began, and gets the hold back', () => {
  it.each<[what: string, switches: EvseSwitches]>([
    ['the CPO refuses', { start: { answer: 'REJECTED' } }],
    ['the CPO refuses inside an error', { start: { answer: 'refused inside 2001' } }],
    ['the CPO has no such command', { start: { answer: 'http 404' } }],
    ...['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED'].map((result): [string, EvseSwitches] => [
      `the station says ${result}`,
      { start: { result, session: 'none' } },
    ]),
    ['the station says it in small letters', { start: { result: 'rejected', session: 'none' } }],
  ])('when %s', async (_what, switches) => {
    await shop.cpo.set(at(switches)());
    const ordered = await paid();
    await shop.pass(6);
    expect(await seen(ordered)).toMatchObject({ why: 'refused' });
    await shop.pass(11 * MINUTE_S);
    expect(await seen(ordered)).toMatchObject({ kind: 'cancelled', why: 'refused' });
    expect(await paymentOf(ordered)).toMatchObject({ state: 'released' });
    expect(await requests(ordered.evseUid)).toEqual(['START_SESSION']);
  });
});

describe('Nothing is lost', () => {
  it.each<[what: string, switches: EvseSwitches, minutes: number]>([
    ['no session ever comes', { start: { session: 'none', result: 'TIMEOUT' } }, 11],
    ['a session waits for ever', { start: { session: 'pending for ever' } }, 30],
  ])('when %s: the start is given up and the hold goes back', async (_what, switches, minutes) => {
    await shop.cpo.set(at(switches)());
    const ordered = await paid();
    await shop.pass(3 * MINUTE_S + 6);
    expect((await seen(ordered)).kind).toBe('cancelling');
    expect(await paymentOf(ordered)).toMatchObject({ state: 'authorised' });
    await shop.pass(minutes * MINUTE_S);
    expect(await seen(ordered)).toMatchObject({ kind: 'cancelled', why: 'never-started' });
    expect(await paymentOf(ordered)).toMatchObject({ state: 'released' });
  });

  it.each<[what: string, stop: NonNullable<EvseSwitches['stop']>]>([
    ['the CPO', { answer: 'REJECTED' }],
    ['the station, after the CPO has taken it', { result: 'REJECTED', resultMs: 2000 }],
  ])('when a stop is refused by %s: the driver is told what to do, and pays for what was charged', async (_what, stop) => {
    await shop.cpo.set(at({ stop, session: { endsAfterMs: 5 * 60_000 } })());
    const ordered = await paid();
    await shop.pass(2 * MINUTE_S);
    await shop.operator.stopSession(ordered);
    await shop.pass(6);
    expect(await seen(ordered)).toMatchObject({ kind: 'stopping', isStopRefused: true });
    await shop.pass(MINUTE_S);
    expect(await seen(ordered)).toMatchObject({ kind: 'stopping', isStopRefused: true });
    expect(await alerts(ordered.sessionId)).toEqual(['the station refuses to stop']);
    expect((await requests(ordered.evseUid)).filter(command => command === 'STOP_SESSION').length).toBeGreaterThan(1);
    await shop.pass(4 * MINUTE_S);
    await expectBilled(ordered);
  });

  it('when its CDR takes long: after some minutes the driver reads that charging has ended and who is waited for', async () => {
    await shop.cpo.set(at({ cdr: { delayMs: 10 * 60_000 } })());
    const ordered = await paid();
    await shop.pass(150);
    await shop.operator.stopSession(ordered);
    await shop.pass(MINUTE_S);
    const early = await seen(ordered);
    expect(early).toMatchObject({ kind: 'stopping', refreshAfterMs: 2000 });
    expect(early).not.toHaveProperty('awaitedSince');
    await shop.pass(3 * MINUTE_S);
    expect(await seen(ordered)).toMatchObject({ kind: 'stopping', awaitedSince: expect.any(String), refreshAfterMs: 60_000 });
    await shop.pass(7 * MINUTE_S);
    await expectBilled(ordered);
  });

  it('when the station obeys the second stop: the page says so at once', async () => {
    await shop.cpo.set(at({ stop: { result: 'REJECTED' } })());
    const ordered = await paid();
    await shop.pass(2 * MINUTE_S);
    await shop.operator.stopSession(ordered);
    await shop.pass(6);
    expect(await seen(ordered)).toMatchObject({ isStopRefused: true });
    await shop.cpo.set(at({})());
    await shop.pass(5 * MINUTE_S);
    await expectBilled(ordered);
  });

  it('when two sessions follow one start: the other one is stopped and never billed, and a person is told', async () => {
    await shop.cpo.set(at({ session: { isDoubled: true } })());
    const ordered = await paid();
    await shop.pass(2 * MINUTE_S);
    const { sessions } = await shop.cpo.state();
    const [first, second] = sessions.filter(({ evse_uid }) => evse_uid === ordered.evseUid);
    expect([first?.status, second?.status]).toEqual(['ACTIVE', 'COMPLETED']);
    expect(await alerts(ordered.sessionId)).toEqual(['a second session of one start']);
    await shop.operator.stopSession(ordered);
    await shop.pass(2 * MINUTE_S);
    const cdr = (await shop.cpo.state()).cdrs.find(({ session_id }) => session_id === first?.id);
    expect(await seen(ordered)).toMatchObject({
      kind: 'completed',
      values: { energyWh: Math.round(Number(cdr?.total_energy) * 1000) },
    });
  });

  it('when energy is told that cannot be: the message is refused, and the bill is what the others say', async () => {
    const ordered = await paid();
    await shop.pass(2 * MINUTE_S);
    const [session] = (await shop.cpo.state()).sessions.filter(({ evse_uid }) => evse_uid === ordered.evseUid);
    for (const kwh of [-1, 20_000, null, '1']) {
      const body = { kwh, last_updated: session?.last_updated };
      const sent = await shop.cpo.push({ module: 'sessions', method: 'PATCH', path: `/DE/CPO/${String(session?.id)}`, body });
      expect([sent.status, sent.answer]).toEqual([200, expect.objectContaining({ status_code: 2001 })]);
    }
    // A value below the previous one is not a valid meter reading either.
    const less = { kwh: 0.01, last_updated: session?.last_updated };
    await shop.cpo.push({ module: 'sessions', method: 'PATCH', path: `/DE/CPO/${String(session?.id)}`, body: less });
    expect(await seen(ordered)).toMatchObject({ kind: 'running', values: { energyWh: Number(session?.kwh) * 1000 } });
    await shop.operator.stopSession(ordered);
    await shop.pass(2 * MINUTE_S);
    await expectBilled(ordered);
  });

  it('when sessions cannot be read wherever they are told: the log says what is wrong with them', async () => {
    await shop.cpo.set(at({ session: { more: { kwh: '0.05' } } })());
    await paid();
    await shop.pass(90);
    const refused = shop.notes.find(({ event, facts }) => event === 'ocpi object rejected' && facts.module === 'sessions');
    expect(refused?.facts).toEqual({ connection: 'town', module: 'sessions', path: '$.kwh', reason: 'must be a number' });
  });

  it('when a session comes that nobody here has asked for: a person is alerted once for its connection, and nothing of it is stored or stopped', async () => {
    const token = { country_code: 'DE', party_id: 'ABC', uid: 'NOBODYKNOWSTHIS', type: 'AD_HOC_USER', contract_id: 'X' };
    await shop.cpo.begin({ token, location_id: `LOC${number}`, evse_uid: `${number}-1`, connector_id: '1' });
    await shop.cpo.begin({
      token: { ...token, party_id: 'XYZ' },
      location_id: `LOC${number}`,
      evse_uid: `${number}-2`,
      connector_id: '1',
    });
    await shop.pass(MINUTE_S);
    expect(await alerts('ocpi:town')).toEqual(['a session without a start of ours']);
    const all = await listAudit(shop.store.db, { what: 'attention', since: new Date(0) });
    expect(all.filter(({ facts }) => facts.why === 'a session without a start of ours')).toHaveLength(1);
    expect(await requests(`${number}-1`)).toEqual([]);
  });

  it('when it cannot be reached for long: it is asked again, and the bill is what was charged', async () => {
    await shop.cpo.set(at({ session: { endsAfterMs: 10 * 60_000 } })());
    const ordered = await paid();
    await shop.pass(2 * MINUTE_S);
    await shop.cpo.set({ ...PULLED, faults: [{ module: '*', kind: 'down', times: null }] });
    await shop.pass(20 * MINUTE_S);
    const { plugs } = await shop.operator.getChargingPoint({ clientId: shop.clientId, evseId: `DE*CPO*E${number}*1` });
    expect(plugs[0]?.state).toBe('unavailable');
    await shop.cpo.set({ faults: [] });
    await shop.pass(10 * MINUTE_S);
    await expectBilled(ordered);
  });
});

describe('A CPO that reports more energy than the plug can have delivered', () => {
  const IMPOSSIBLE = 'more energy reported than the plug can give';
  it.each<[what: string, switches: EvseSwitches, alert: string]>([
    ['while the vehicle charges', { session: { kwhPerInterval: 30 } }, IMPOSSIBLE],
    [
      'with a start of years ago',
      { session: { kwhPerInterval: 30, more: { start_date_time: '2021-01-01T00:00:00Z' } } },
      IMPOSSIBLE,
    ],
    ['in the CDR alone', { cdr: { moreKwh: 500 } }, 'the bill differs from the station’s account'],
  ])('gets nothing captured, and a person decides: %s', async (_, switches, alert) => {
    await shop.cpo.set(at(switches)());
    const ordered = await paid();
    await shop.pass(150);
    const { authorizationReference = '' } = (await findSessionByOrder(shop.store.db, ordered.orderId)) ?? {};
    expect(authorizationReference).not.toBe('');
    await shop.operator.stopSession(ordered);
    await shop.pass(90);
    const cdr = await cdrAt(ordered.evseUid);
    // The plug has 22 kW, and the session lasts less than five minutes.
    expect(Number(cdr?.total_energy)).toBeGreaterThan(50);
    expect((await seen(ordered)).kind).not.toBe('completed');
    expect(await paymentOf(ordered)).toMatchObject({ state: 'authorised', capturedMinor: null });
    expect(await alerts(ordered.sessionId)).toContain(alert);
  });
});

describe('A CPO that asks whether the token of a start may charge', () => {
  const authorize = async (uid: string, body?: object) => {
    const { peer } = await shop.cpo.state();
    const tokens = peer?.endpoints.find(({ identifier }) => identifier === 'tokens')?.url ?? '';
    const authorization = `Token ${Buffer.from(peer?.ourToken ?? '').toString('base64')}`;
    const response = await fetch(`${tokens}/${uid}/authorize?type=AD_HOC_USER`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };

  it('is told the whole token that was sent with it, and that it may charge at its point alone', async () => {
    const ordered = await paid();
    await shop.pass(10);
    const { authorizationReference: uid = '' } = (await findSessionByOrder(shop.store.db, ordered.orderId)) ?? {};
    const sent = (await shop.cpo.state()).seen.findLast(({ path }) => path.endsWith('/START_SESSION'));
    const { token: { last_updated: _, ...token } = {} } = (sent?.body ?? {}) as { token?: Record<string, unknown> };
    const plain = await authorize(uid);
    expect(plain).toMatchObject({ allowed: 'ALLOWED', authorization_reference: uid, token });
    expect(plain).not.toHaveProperty('location');
    // Contains every field that OCPI requires of a Token.
    expect(plain.token).toEqual({
      country_code: expect.stringMatching(/^[A-Z]{2}$/),
      party_id: expect.stringMatching(/^[A-Z0-9]{3}$/),
      uid,
      type: 'AD_HOC_USER',
      contract_id: expect.any(String),
      issuer: expect.stringMatching(/./),
      valid: true,
      whitelist: 'NEVER',
      last_updated: expect.stringMatching(/^[-0-9]+T[:.0-9]+Z$/),
    });
    expect(await authorize(uid, { location_id: `LOC${number}` })).toMatchObject({
      allowed: 'ALLOWED',
      location: { location_id: `LOC${number}`, evse_uids: [ordered.evseUid] },
    });
    expect(await authorize(uid, { location_id: 'LOC59' })).toMatchObject({ allowed: 'NOT_ALLOWED', token: { uid } });
  });

  it('receives EXPIRED when the session is over, so that the token cannot start another one', async () => {
    const ordered = await paid();
    await shop.pass(150);
    const { authorizationReference: uid = '' } = (await findSessionByOrder(shop.store.db, ordered.orderId)) ?? {};
    expect(await authorize(uid)).toMatchObject({ allowed: 'ALLOWED', token: { valid: true } });
    await shop.operator.stopSession(ordered);
    await shop.pass(90);
    const expired = await authorize(uid, { location_id: `LOC${number}` });
    expect(expired).toMatchObject({ allowed: 'EXPIRED', token: { uid, valid: false } });
    expect(expired).not.toHaveProperty('location');
  });
});

describe('The list of the last exchanges', () => {
  it('has both directions and at most a hundred, and no token, driver, card or id of a start is in it', async () => {
    const ordered = await paid();
    await shop.pass(150);
    await shop.operator.stopSession(ordered);
    await shop.pass(90);
    // Some CPOs request the token of a start in real time. The address contains the uid of the token, which is the authorization
    // reference.
    const { authorizationReference = '' } = (await findSessionByOrder(shop.store.db, ordered.orderId)) ?? {};
    const { peer } = await shop.cpo.state();
    const tokens = peer?.endpoints.find(({ identifier }) => identifier === 'tokens')?.url ?? '';
    await fetch(`${tokens}/${authorizationReference}/authorize`, {
      method: 'POST',
      headers: { authorization: `Token ${Buffer.from(peer?.ourToken ?? '').toString('base64')}` },
    });
    await shop.pass(10);
    const all = await shop.ocpi.exchanges(shop.connectionId);
    expect(all.length).toBeGreaterThan(20);
    expect(all.length).toBeLessThanOrEqual(100);
    const kinds = new Set(all.map(({ direction, method, module }) => `${direction} ${method} ${module}`));
    for (const kind of ['out POST commands', 'in POST commands', 'in PATCH sessions', 'in POST cdrs', 'in POST tokens'])
      expect(kinds).toContain(kind);
    const started = all.findLast(({ direction, module }) => direction === 'out' && module === 'commands');
    expect(started).toMatchObject({
      status: 200,
      statusCode: 1000,
      failure: null,
      about: expect.stringMatching(/^[\da-f]{10}$/),
    });
    const { json } = await shop.store.db
      .selectFrom('key_values')
      .select('json')
      .where('key', '=', `exchanges:${shop.connectionId}`)
      .executeTakeFirstOrThrow();
    const { sessions } = await shop.cpo.state();
    const secrets = [peer?.ourToken, peer?.theirToken, authorizationReference, 'Ada', 'ada@', 'DE-ABC', 'http', ordered.evseUid];
    const ids = sessions.filter(({ evse_uid }) => evse_uid === ordered.evseUid).map(({ id }) => `"${String(id)}"`);
    for (const secret of [...secrets, ...ids]) expect(json).not.toContain(secret);
  });
});
