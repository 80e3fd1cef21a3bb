import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actNames } from '../../client/console/core/actNames.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { writeAct } from '../../server/store/staff/acts.ts';
import { createStore } from '../../server/store/store.ts';
import { AUDITED_ACTS, type AuditedAct } from '../../shared/console/audit.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const ACTS = Object.keys(AUDITED_ACTS) as AuditedAct[];
const LOCALES = ['de', 'en'] as const;
const act = {
  ...{ at: new Date(), who: 'Petra', sessionNumber: null, form: null, isDone: true, amountMinor: null, currency: null },
  ...{ reason: '', facts: {}, requestId: 'request' },
} as const;

const cellsIn = (html: string): string[] =>
  [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .trim(),
  );

describe('What people have done', () => {
  let running: RunningApp;
  let store: Store;
  let petra: ConsoleVisitor;
  const page = async (locale: 'de' | 'en', address = '/operator/audit') => {
    await petra.get(`/operator?language=${locale}`);
    const html = await petra.page(address);
    const [, earlier] = /href="([^"]*before=\d+[^"]*)"/.exec(html) ?? [];
    // One page does not have all kinds of actions.
    const more = earlier ? await petra.page(earlier.replaceAll('&amp;', '&')) : '';
    return [...cellsIn(html), ...cellsIn(more)];
  };
  beforeAll(async () => {
    running = await startApp();
    store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    for (const does of ACTS) await writeAct(store.db, { ...act, does });
  });
  afterAll(async () => {
    await store.close();
    await running.close();
  });

  it.each(LOCALES)('has a name of its own in %s, and none is what programs call it', locale => {
    const names = Object.entries(actNames(locale));
    expect(names.map(([does]) => does)).toEqual(ACTS);
    for (const [does, name] of names) expect([does, name]).toEqual([does, expect.stringMatching(/^\p{Lu}[^{}_]{3,}$/u)]);
    for (const [does, name] of names) expect(name).not.toBe(does);
    expect(new Set(names.map(([, name]) => name)).size).toBe(ACTS.length);
  });

  it('is not said in English to whoever reads German', () => {
    const [de, en] = [actNames('de'), actNames('en')];
    expect(ACTS.filter(does => de[does] === en[does])).toEqual([]);
  });

  it.each(LOCALES)('is read by these names in %s, on the page as in its file', async locale => {
    const names = actNames(locale);
    const cells = await page(locale);
    for (const does of ACTS) expect(cells).toContain(names[does]);
    for (const does of ACTS) expect(cells).not.toContain(does);
    const file = await (await petra.get('/operator/audit.csv')).text();
    for (const does of ACTS) expect(file).toContain(`;Petra;${does};${names[does]};yes;`);
  });

  it('says with which money, that it was not done, how somebody came in, and what was taken along', async () => {
    const money = { amountMinor: 8000, currency: 'EUR' } as const;
    await writeAct(store.db, { ...act, ...money, does: 'confirm-refund' });
    await writeAct(store.db, { ...act, ...money, does: 'refund', isDone: false });
    await writeAct(store.db, { ...act, who: '', does: 'sign-in', isDone: false, reason: 'no-role' });
    await writeAct(store.db, { ...act, does: 'export', facts: { about: 'sessions' } });
    const cells = await page('de');
    expect(cells).toEqual(
      expect.arrayContaining(['Erstattung genehmigen: 80,00\u00a0€', 'Erstatten: 80,00\u00a0€ (nicht ausgeführt)']),
    );
    expect(cells).toEqual(expect.arrayContaining(['Anmelden (nicht ausgeführt)', 'Nicht angemeldet']));
    expect(cells).toEqual(expect.arrayContaining(['Firmenkonto ohne Zugriff auf diese Konsole', 'Ladevorgänge']));
    // The sign-in of this visitor is the oldest act. With more acts than rows, it is on the second page.
    const next = /href="([^"]*audit\?[^"]*(?:before|after)[^"]*)"/.exec(await petra.page('/operator/audit'))?.[1];
    const older = next ? await page('de', next.replaceAll('&amp;', '&')) : cells;
    expect(older).toContain('Demo, ohne Anmeldung');
  });

  it('is shown as it was written where another version of the app has done it', async () => {
    await writeAct(store.db, { ...act, does: 'act-of-tomorrow' as never });
    expect(await page('de')).toContain('act-of-tomorrow');
    expect(await (await petra.get('/operator/audit.csv')).text()).toContain(';act-of-tomorrow;act-of-tomorrow;');
  });
});
