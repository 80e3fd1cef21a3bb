import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

let running: RunningApp;
let store: Store;
beforeAll(async () => {
  running = await startApp({ speed: 600 });
  store = openStore(running.config);
  await finishedAt(running, POINTS.plugsIn);
}, 120_000);
afterAll(async () => {
  await store.close();
  await running.close();
});

it('Both steps of a refund say which step of how many they are', async () => {
  const petra = new ConsoleVisitor(running.origin, { 'Accept-Language': 'en' });
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  const { number } = await store.db.selectFrom('sessions').select('number').executeTakeFirstOrThrow();
  const refund = `/operator/sessions/${number}/refund`;
  expect(await petra.page(refund)).toContain('<span>Step 1 of 2</span><b>Details</b>');
  const second = await (await petra.send(refund, { how: 'all', reason: 'Stopped twice' }, refund)).text();
  expect(second).toContain('<span>Step 2 of 2</span><span>Details</span><b>Review and confirm</b>');
});

it('The page of a session that never started says so, and has no power curve', async () => {
  const petra = new ConsoleVisitor(running.origin, { 'Accept-Language': 'en' });
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  const { number } = await store.db.selectFrom('sessions').select('number').executeTakeFirstOrThrow();
  const charged = await petra.page(`/operator/sessions/${number}`);
  expect(charged).toContain('Charging ended');
  expect(charged).toMatch(/<h2[^>]*>Power<\/h2>/);

  await store.db.updateTable('sessions').set({ state: 'cancelled', why: 'never-started', started_at: null }).execute();

  const page = await petra.page(`/operator/sessions/${number}`);
  expect(page).toContain('Charging did not start');
  expect(page).not.toContain('Charging ended');
  expect(page).not.toMatch(/<h2[^>]*>Power<\/h2>/);
});
