import { afterEach, describe, expect, it } from '@jest/globals';
import type { Push, PushOutcome, SendPushRequest } from '../../server/core/ports/ports.ts';
import { listOpen } from '../../server/runtime/alerts.ts';
import { LEASE_MS } from '../../server/runtime/outbox.ts';
import { listNotices, waitingNotices } from '../../server/shop/freeNotices/waitingNotices.ts';
import { forgetDriver } from '../../server/staff/upkeep/retention.ts';
import { claimDue } from '../../server/store/jobs/jobClaims.ts';
import { enqueue } from '../../server/store/jobs/outboxRows.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import type { PushMessage } from '../../shared/charging/session.ts';
import { LOCALES, type Locale } from '../../shared/model/locales.ts';
import { HOUR_S, MINUTE_S } from '../../shared/model/time.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator, runOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

const PLUG = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' };
const ADA = { ...PLUG, locale: 'en' as Locale, email: 'ada@example.org', device: null };
const DEVICE = { endpoint: 'https://push.example/phone', p256dh: 'key', auth: 'secret' };
const report = (state: 'available' | 'charging' | 'preparing') => shop.operator.reportPlug({ ...PLUG, state });
const request = (more: Partial<typeof ADA> = {}) => shop.operator.requestFreeNotice({ ...ADA, ...more });
const waiting = async () =>
  (await shop.store.db.selectFrom('key_values').select('key').where('owner', '=', 'free-notices').execute()).length;
const subjects = () => shop.emails.map(({ subject, to }) => `${to}: ${subject}`);
const code = (expected: string) => ({ name: 'Problem', code: expected });
const busy = async (options: Parameters<typeof openOperator>[0] = {}) => {
  shop = await openOperator(options);
  await report('charging');
};
/** Enqueues the message and claims its job, as a process does that is killed before it sends. */
async function claimedByKilledProcess(): Promise<void> {
  const { db } = shop.store;
  const now = shop.clock.now();
  const [notice] = await listNotices(db);
  await enqueue(db, { kind: 'notify-free', subjectId: notice?.key ?? '', at: now });
  expect(await claimDue(db, { now, leaseMs: LEASE_MS, limit: 9, processId: 'killed' })).toHaveLength(1);
}

describe.each(bothEngines())('A driver who waits for a plug, on %s,', (_engine, openStore) => {
  it('gets one e-mail when it is free, and the address is deleted', async () => {
    await busy({ store: await openStore() });
    await request();
    await request({ email: ' ADA@example.org ' });
    await shop.pass(MINUTE_S);
    expect([subjects(), await waiting()]).toEqual([[], 1]);
    await report('preparing');
    await shop.pass(MINUTE_S);
    expect(subjects()).toEqual([]);
    await report('available');
    await shop.pass(10);
    expect(subjects()).toEqual(['ada@example.org: Blaufink Ladenetz: Plug 1 is free']);
    expect(shop.emails[0]?.text).toContain('https://charge.example/en/blaufink/evse/DE*BLF*E1001*1?plug=1');
    await report('charging');
    await report('available');
    await shop.pass(HOUR_S);
    expect([subjects().length, await waiting()]).toEqual([1, 0]);
  });

  it('gets one e-mail although the process that has claimed the job is killed before it sends', async () => {
    await busy({ store: await openStore() });
    await request();
    await claimedByKilledProcess();
    await report('available');
    await shop.pass(LEASE_MS / 1000 - 10);
    expect([subjects(), await waiting()]).toEqual([[], 1]);
    await shop.pass(MINUTE_S);
    expect([subjects().length, await waiting()]).toEqual([1, 0]);
  });

  it('gets one e-mail from two processes, and after a restart', async () => {
    const store = await openStore();
    await busy({ store });
    await request();
    await shop.restart();
    const { clock, payments, stations, emails } = shop;
    const second = await runOperator({ store, clock, payments, stations, emails: emails as never, data: null });
    await report('available');
    await shop.pass(MINUTE_S);
    await second.end();
    expect(subjects()).toHaveLength(1);
  });
});

describe('A driver who waits for a plug', () => {
  it('is forgotten after four hours', async () => {
    await busy();
    await request();
    await shop.pass(4 * HOUR_S);
    await report('available');
    await shop.pass(MINUTE_S);
    expect([subjects(), await waiting()]).toEqual([[], 0]);
  });

  it.each(LOCALES)('reads the e-mail in %s, and the database does not reveal the address', async locale => {
    await busy();
    await request({ locale });
    const rows = await shop.store.db.selectFrom('key_values').selectAll().where('owner', '=', 'free-notices').execute();
    expect(JSON.stringify(rows)).not.toContain('ada');
    await report('available');
    await shop.pass(10);
    expect(shop.emails[0]?.text).not.toMatch(/mail\.free|\{\{/);
    expect(shop.emails).toHaveLength(1);
  });

  it('gets the e-mail when the session at the plug has ended', async () => {
    shop = await openOperator();
    const ordered = await shop.charging(PLUG);
    await request();
    await shop.pass(MINUTE_S);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 1000 });
    await shop.pass(MINUTE_S);
    expect(subjects().filter(subject => subject.includes('is free'))).toHaveLength(1);
  });

  it('gets the e-mail later if the mail server fails, and no second one if it is refused', async () => {
    let isAway = true;
    await busy({
      acceptMail: async () => {
        if (isAway) throw new Error('no mail server');
      },
    });
    await request();
    await report('available');
    await shop.pass(10);
    expect([subjects(), await waiting()]).toEqual([[], 1]);
    isAway = false;
    await shop.pass(MINUTE_S);
    expect([subjects().length, await waiting()]).toEqual([1, 0]);
  });

  it('raises one alert while the mail server fails for long, which is settled when the e-mail is sent', async () => {
    let isAway = true;
    await busy({
      acceptMail: async () => {
        if (isAway) throw new Error('no mail server');
      },
    });
    await request();
    await report('available');
    await shop.pass(40 * MINUTE_S);
    const open = async () => (await listOpen(shop.store.db)).map(({ facts }) => facts.why);
    expect(await open()).toEqual(['notify-free fails']);
    isAway = false;
    await shop.pass(10 * MINUTE_S);
    expect([subjects().length, await open()]).toEqual([1, []]);
  });

  it('gets the e-mail although the check of another plug fails', async () => {
    const log: string[] = [];
    await busy({ logEvent: (event, facts) => void log.push(JSON.stringify([event, facts])) });
    const other = { ...PLUG, evseId: 'DE*BLF*E1001*2' };
    await shop.operator.reportPlug({ ...other, state: 'charging' });
    await request({ evseId: other.evseId });
    await request();
    // A point without connectors cannot be read, so its check fails.
    await shop.store.db.updateTable('points').set({ json: '{}' }).where('evse_id', '=', other.evseId).execute();
    await report('available');
    await shop.pass(MINUTE_S);
    expect(subjects()).toEqual(['ada@example.org: Blaufink Ladenetz: Plug 1 is free']);
    expect(log.join()).toContain('scheduled check failed, retrying');
    expect(log.join()).not.toContain('ada@');
  });

  it('gets nothing of a point that has left the catalogue, and is forgotten', async () => {
    await busy();
    await request();
    await shop.store.db.updateTable('points').set({ is_current: 0 }).where('evse_id', '=', PLUG.evseId).execute();
    await report('available');
    await shop.pass(HOUR_S);
    expect([subjects(), await waiting()]).toEqual([[], 1]);
    await shop.pass(3 * HOUR_S);
    expect(await waiting()).toBe(0);
  });

  it('is forgotten on request', async () => {
    await busy();
    await request();
    const { store, clock } = shop;
    const whose = { email: 'Ada@example.org' };
    const secret = 'a secret of thirty-two characters';
    const changed = 'another secret of thirty characters';
    for (const wrong of [changed, undefined])
      expect(await forgetDriver(store, { whose, secret: wrong, now: clock.now() })).toMatchObject({ letters: 0, unopened: 1 });
    expect(await forgetDriver(store, { whose, secret, now: clock.now() })).toMatchObject({ letters: 1, unopened: 0 });
    expect(await waiting()).toBe(0);
  });
});

describe('A request', () => {
  it('is refused for a free plug, an unknown plug, a wrong address and a crowd', async () => {
    await busy();
    await expect(request({ evseId: 'DE*BLF*E1001*2' })).rejects.toMatchObject(code('not-now'));
    await expect(request({ connector: '9' })).rejects.toMatchObject(code('no-charging-point'));
    const fields = { email: { key: 'validation.email.invalid' } };
    await expect(request({ email: 'a@b.c, d@e.f' })).rejects.toMatchObject({ ...code('invalid-input'), fields });
    for (let n = 0; n < LIMITS.noticesPerPlug; n++) await request({ email: `driver${n}@example.org` });
    await expect(request()).rejects.toMatchObject(code('too-many'));
    await expect(shop.operator.requestFreeNotice({ ...ADA, email: '', device: DEVICE })).rejects.toMatchObject(
      code('not-offered'),
    );
  });
});

describe('A device', () => {
  let sent: SendPushRequest[];
  const outcomes: PushOutcome[] = [];
  const push: Push = {
    publicKey: 'ours',
    accepts: ({ endpoint }) => endpoint.startsWith('https://push.example/'),
    async send(message) {
      sent.push(message);
      return outcomes.shift() ?? 'taken';
    },
  };
  const wait = () => shop.operator.requestFreeNotice({ ...ADA, email: '', device: DEVICE });

  it('gets one push message, and is deleted', async () => {
    sent = [];
    await busy({ push });
    await wait();
    await report('available');
    await shop.pass(MINUTE_S);
    expect(sent.map(({ payload }) => JSON.parse(payload) as PushMessage)).toMatchObject([
      { title: 'Blaufink Ladenetz', body: 'Plug 1 is free: Neumarkt 18-24', path: '/en/blaufink/evse/DE*BLF*E1001*1?plug=1' },
    ]);
    expect(await waiting()).toBe(0);
  });

  it('gets no message if the process is killed after it has deleted the recipient, because a second one would be worse', async () => {
    sent = [];
    await busy({ push });
    await wait();
    await claimedByKilledProcess();
    const [notice] = await listNotices(shop.store.db);
    await waitingNotices(shop.store.db).delete(notice?.key ?? '');
    await report('available');
    await shop.pass(10 * MINUTE_S);
    expect([sent.length, await waiting()]).toEqual([0, 0]);
  });

  it('is tried again if the push service is away, and never if it is unknown there', async () => {
    sent = [];
    outcomes.push('later', 'taken');
    await busy({ push });
    await wait();
    await report('available');
    await shop.pass(MINUTE_S);
    expect([sent.length, await waiting()]).toEqual([2, 0]);
    await expect(
      shop.operator.requestFreeNotice({ ...ADA, email: '', device: { ...DEVICE, endpoint: 'https://evil.example/' } }),
    ).rejects.toMatchObject(code('bad-request'));
  });
});
