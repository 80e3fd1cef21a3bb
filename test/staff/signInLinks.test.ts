import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { printLink } from '../../server/staff/console/signIns.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { CLIENT_ID, CLIENT_SECRET, type OpenIdProvider, startOpenIdProvider } from '../support/openIdProvider.ts';

const PETRA = { who: { name: 'Petra', may: 'act', by: 'command' }, requestId: '' } as const;

let provider: OpenIdProvider;
let running: RunningApp;
let store: Store;

/** Creates a visitor from the network that the proxy's header names. */
const visitor = (address = '192.0.2.7') => new ConsoleVisitor(running.origin, { 'X-Forwarded-For': address });
const isIn = async (who: ConsoleVisitor) => (await who.get('/operator')).status === 200;
const printed = async (agoMs = 0) => {
  const now = new Date(running.app.clock.now().getTime() - agoMs);
  return `/operator/sign-in/${await printLink({ store, now }, { name: 'Petra', may: 'act', asker: PETRA })}`;
};
const countRows = async (table: 'operator_acts' | 'operator_sign_ins') => {
  const row = await store.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

beforeAll(async () => {
  provider = await startOpenIdProvider();
  running = await startApp({
    speed: 1,
    env: {
      TRUST_PROXY: '1',
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
      OPERATOR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OPERATOR_OIDC_CLAIM: 'roles',
      OPERATOR_OIDC_ACT: 'money',
    },
  });
  store = openStore(running.config);
});
afterAll(async () => {
  await store.close();
  await running.close();
  await provider.close();
});

describe('A one-time link', () => {
  it('opens by a press, and not because a program has looked at it', async () => {
    const link = await printed();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await fetch(running.origin + link, { method, redirect: 'manual' });
      expect([method, answer.status, answer.headers.getSetCookie()]).toEqual([method, 200, []]);
    }
    const petra = visitor();
    await petra.get(link);
    expect(await isIn(petra)).toBe(false);
    expect((await petra.send(link, {}, link)).status).toBe(303);
    expect(await isIn(petra)).toBe(true);
  });

  it('opens once', async () => {
    const link = await printed();
    expect((await visitor().send(link, {}, link)).status).toBe(303);
    const second = visitor();
    const answer = await second.send(link, {}, link);
    expect([answer.status, answer.headers.getSetCookie(), await isIn(second)]).toEqual([410, [], false]);
  });

  it('opens for ten minutes, and says no more of one that is over than of one that never was', async () => {
    const fresh = await printed(9 * MINUTE_MS);
    expect((await visitor().send(fresh, {}, fresh)).status).toBe(303);
    const over = await printed(10 * MINUTE_MS + 1000);
    const laterVisitor = visitor();
    const answer = await laterVisitor.send(over, {}, over);
    expect([answer.status, answer.headers.getSetCookie(), await isIn(laterVisitor)]).toEqual([410, [], false]);
    const never = '/operator/sign-in/never-printed';
    const other = await visitor().send(never, {}, never);
    const shown = async (response: Response) => (await response.text()).replaceAll(/(nonce|value|action|href)="[^"]*"/g, '');
    expect([other.status, await shown(other)]).toEqual([410, await shown(answer)]);
  });
});

describe('Whoever tries again and again', () => {
  const { limit } = LIMITS.signInsPerNetwork;
  const many = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: limit }, work));

  it('is sent to the provider no more, and leaves no more rows', async () => {
    const mallory = visitor('198.51.100.1');
    await many(() => mallory.get('/operator/sign-in/provider'));
    const rows = await countRows('operator_sign_ins');
    const refused = await mallory.get('/operator/sign-in/provider', { 'Accept-Language': 'en' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect(await refused.text()).toContain('Too many sign-in attempts');
    expect(await countRows('operator_sign_ins')).toBe(rows);
    expect((await visitor('198.51.100.2').get('/operator/sign-in/provider')).status).toBe(303);
  });

  it('fills the audit neither with links nor with answers that nobody has asked for', async () => {
    const mallory = visitor('198.51.100.3');
    const link = '/operator/sign-in/never-printed';
    const answer = '/operator/sign-in/provider/answer?state=x&code=y';
    const before = await countRows('operator_acts');
    await many(() => mallory.get(answer));
    expect(await countRows('operator_acts')).toBe(before + limit);
    expect((await mallory.get(answer)).status).toBe(400);
    expect((await mallory.send(link, {}, link)).status).toBe(410);
    expect(await countRows('operator_acts')).toBe(before + limit);
    // The limit for wrong links locks no one out: a valid link still works.
    const right = await printed();
    expect((await mallory.send(right, {}, right)).status).toBe(303);
  });
});
