import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const textOf = (html: string): string =>
  html
    .replaceAll(/<(style|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const linkToEnd = (html: string, name: string): string => {
  const row = html.split('<tr').find(part => part.includes(`<b>${name}</b>`));
  return /href="([^"]+)"/.exec(row ?? '')?.[1] ?? '';
};

describe('Signing others out of the console', () => {
  let running: RunningApp;
  let store: Store;
  beforeAll(async () => {
    running = await startApp();
    store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
  });
  afterAll(async () => {
    await store.close();
    await running.close();
  });

  const now = () => running.app.clock.now();
  const come = async (name: string, may: 'read' | 'act' = 'act'): Promise<ConsoleVisitor> => {
    const visitor = new ConsoleVisitor(running.origin, { 'Accept-Language': 'en' });
    await visitor.signInByLink(store, now(), { name, may });
    return visitor;
  };
  const isIn = async (visitor: ConsoleVisitor) => (await visitor.get('/operator')).status === 200;
  const command = (name: string, options: Readonly<Record<string, string>>) =>
    runCommand({ store, now: now(), consoleOrigin: 'https://desk.example' }, { name, options });
  const linkOf = async (name: string): Promise<string> => {
    const output = await command('sign-in', { name, may: 'act', who: 'Petra' });
    return new URL(output?.lines[0] ?? '').pathname;
  };

  it('is done at the console, of one person on every device, and is in the audit', async () => {
    const petra = await come('Petra');
    const [phone, stationAdmin] = [await come('Jonas'), await come('Jonas')];
    const link = await linkOf('Jonas');
    expect(textOf(await petra.page('/operator/menu'))).toContain('Signed-in users');
    const all = textOf(await petra.page('/operator/signed-in'));
    expect(all).toMatch(/Jonas Full access .* 2 Sign out everywhere … Jonas/);
    const end = linkToEnd(await petra.page('/operator/signed-in'), 'Jonas');
    expect(end).not.toContain('Jonas');
    const confirmation = textOf(await petra.page(end));
    expect(confirmation).toContain('Sign Jonas out everywhere');
    expect(confirmation).toContain('2 sign-ins end immediately on all devices');
    expect(confirmation).toContain('Unused sign-in links become invalid');
    expect([await isIn(phone), await isIn(stationAdmin)]).toEqual([true, true]);
    const done = await petra.send(end, { reason: 'Lost his phone' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/operator/signed-in']);
    expect([await isIn(phone), await isIn(stationAdmin), await isIn(petra)]).toEqual([false, false, true]);
    expect((await phone.send(link, {}, link)).status).toBe(410);
    expect(textOf(await petra.page('/operator/signed-in'))).not.toContain('Jonas');
    expect(textOf(await petra.page('/operator/audit?is=signing-in'))).toContain('Petra Sign out users Lost his phone Jonas');
    expect(textOf(await petra.page(end))).toContain('There is no active sign-in, no unused sign-in link');
  });

  it('is for those who may act', async () => {
    const [anna, petra] = [await come('Anna', 'read'), await come('Petra')];
    expect(textOf(await anna.page('/operator/signed-in'))).toContain('Petra Full access');
    expect(await anna.page('/operator/signed-in')).not.toContain('/operator/signed-in/end');
    expect((await anna.send('/operator/signed-in/end', { name: 'Petra' })).status).toBe(403);
    expect(await isIn(petra)).toBe(true);
  });

  it('is done of everybody, and says that oneself is among them', async () => {
    const [petra, anna] = [await come('Petra'), await come('Anna', 'read')];
    expect(textOf(await petra.page('/operator/signed-in/end'))).toContain('This includes you');
    await petra.send('/operator/signed-in/end', { reason: 'A key was stolen' });
    expect([await isIn(petra), await isIn(anna)]).toEqual([false, false]);
    const again = await come('Petra');
    expect(textOf(await again.page('/operator/audit?is=signing-in'))).toContain('A key was stolen All users');
  });

  it('is done by command, which asks who does it', async () => {
    const [petra, jonas] = [await come('Petra'), await come('Jonas')];
    await expect(command('sign-out', { name: 'Jonas' })).rejects.toThrow('Missing --who');
    await expect(command('sign-out', { who: 'Mira' })).rejects.toThrow('Missing name');
    await expect(command('sign-out', { who: 'Mira', name: 'Jonas', all: 'true' })).rejects.toThrow('Missing name');
    expect(await isIn(jonas)).toBe(true);
    await command('sign-out', { name: 'Jonas', who: 'Mira', reason: 'Has left' });
    expect([await isIn(jonas), await isIn(petra)]).toEqual([false, true]);
    await expect(command('sign-out', { name: 'Jonas', who: 'Mira' })).rejects.toThrow(
      'There is no active sign-in, no unused sign-in link',
    );
    expect(textOf(await petra.check('/operator/audit', { who: 'Mira' }))).toMatch(
      /Sign out users \(not carried out\) .* Sign out users Has left Jonas/,
    );
    await command('sign-out', { all: 'true', who: 'Mira' });
    expect(await isIn(petra)).toBe(false);
  });

  it('has letting somebody in asked and written down in the same way, and reading payouts', async () => {
    await expect(command('sign-in', { name: 'Jonas' })).rejects.toThrow('Missing --who');
    await expect(command('payouts', {})).rejects.toThrow('Missing --who');
    await expect(command('sign-in', { name: 'Jonas', brand: 'nowhere', who: 'Mira' })).rejects.toThrow(
      'No brand has the id nowhere',
    );
    await command('sign-in', { name: 'Tom', brand: 'blaufink', who: 'Mira' });
    await linkOf('Jonas');
    await command('payouts', { from: '2026-11-01', to: '2026-11-15', who: 'Mira' });
    const petra = await come('Petra');
    expect(textOf(await petra.page('/operator/audit?is=signing-in'))).toContain('Petra Create sign-in link Full access Jonas');
    expect(textOf(await petra.page('/operator/audit?is=signing-in'))).toMatch(
      /Mira Create sign-in link View only Tom ?only brand blaufink/,
    );
    expect(textOf(await petra.page('/operator/audit?is=money'))).toContain('Mira Import payouts – 2026-11-01 – 2026-11-15');
  });
});
