import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { persistedNow } from '../../server/adapters/clock/persistedClock.ts';
import { printLink } from '../../server/staff/console/signIns.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { createStore } from '../../server/store/store.ts';
import { openBrowser } from '../support/chromium.ts';
import { isFineAtEverySize } from '../support/consoleSizes.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

describe('A refund that two people decide, on pages without a script', () => {
  let running: RunningApp;
  let store: Store;
  let browser: Browser;
  beforeAll(async () => {
    [running, browser] = await Promise.all([startApp({ speed: 60, env: { OPERATOR_MAX_REFUND: 'EUR=0.05' } }), openBrowser()]);
    store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
    await finishedAt(running, POINTS.plugsIn);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await store.close();
    await running.close();
  });

  const signIn = async (name: string): Promise<Page> => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'de' });
    const now = await persistedNow(createKeyValueStore(store.db, 'clock'));
    const token = await printLink(
      { store, now },
      {
        ...{ name, may: 'act' },
        asker: { who: { name, may: 'act', by: 'command' }, requestId: '' },
      },
    );
    await page.goto(`${running.origin}/operator/sign-in/${token}`);
    await Promise.all([page.waitForNavigation(), page.click('main form[method=post] button[type=submit]')]);
    return page;
  };
  const press = async (page: Page, words: string): Promise<void> => {
    const [found] = await page.$$(`::-p-xpath(//main//*[self::a or self::button][starts-with(normalize-space(), '${words}')])`);
    if (!found) throw new Error(`Nothing to press says ${words}: ${await page.$eval('main', main => main.innerText)}`);
    await Promise.all([page.waitForNavigation(), found.click()]);
  };
  const words = (page: Page): Promise<string> => page.$eval('main', main => main.innerText.replace(/\s+/g, ' '));

  it('is asked for by one and confirmed by another, who sees before what it does', async () => {
    const petra = await signIn('Petra Lindqvist');
    await petra.goto(`${running.origin}/operator/sessions`);
    const href = await petra.$eval('.sessions a', link => link.getAttribute('href'));
    await petra.goto(`${running.origin}${href}/refund`);
    await petra.type('#reason', 'Widerruf vom 21. November');
    await press(petra, 'Weiter');
    expect(await words(petra)).toContain('Wählen Sie „Gesamtbetrag“ oder geben Sie einen Teilbetrag ein.');
    await petra.click('input[name=how][value=all]');
    await press(petra, 'Weiter');
    expect(await words(petra)).toContain(
      'Sie steht in der Übersicht unter „Offene Aufgaben“, bis eine zweite Person entscheidet',
    );
    await isFineAtEverySize(petra, 'two-ask');
    const button = await petra.$eval('main button.btn--danger', found => found.innerText.replace(/\s/g, ' '));
    expect(button).toMatch(/^\d,\d\d € zur Genehmigung einreichen$/);
    await Promise.all([petra.waitForNavigation(), petra.click('main button.btn--danger')]);
    expect(await words(petra)).toMatch(/Erstattung über \d,\d\d € wartet auf Genehmigung/);
    await isFineAtEverySize(petra, 'two-waits');
    await petra.goto(`${running.origin}${href}/confirm-refund`);
    expect(await words(petra)).toContain('Sie haben diese Erstattung selbst angefordert.');
    expect(await petra.$('main button.btn--danger')).toBeNull();
    await isFineAtEverySize(petra, 'two-not-yourself');

    await petra.goto(`${running.origin}/operator`);
    expect(await words(petra)).not.toContain('Genehmigen …');
    expect(await words(petra)).toContain('Anfrage zurückziehen …');

    const jonas = await signIn('Jonas Weber');
    await jonas.goto(`${running.origin}/operator`);
    expect(await words(jonas)).toContain('Erstattung wartet auf Genehmigung');
    expect(await words(jonas)).toContain('„Widerruf vom 21. November“');
    await isFineAtEverySize(jonas, 'two-today');
    await press(jonas, 'Ablehnen');
    await isFineAtEverySize(jonas, 'two-decline');
    await jonas.goto(`${running.origin}${href}`);
    await isFineAtEverySize(jonas, 'two-waits-jonas');
    await press(jonas, 'Erstattung genehmigen');
    expect(await words(jonas)).toContain('Angefordert von Petra Lindqvist');
    await Promise.all([jonas.waitForNavigation(), jonas.click('main button.btn--danger')]);
    expect(await words(jonas)).toMatch(/Es wurde nichts geändert\.\s*Grund: Bitte geben Sie einen Grund an\./);
    await jonas.type('#reason', 'Der Widerruf liegt vor');
    await isFineAtEverySize(jonas, 'two-confirm');
    await Promise.all([jonas.waitForNavigation(), jonas.click('main button.btn--danger')]);
    expect(await words(jonas)).toMatch(/(werden )?auf Karte •• \d{4} erstattet/);
    expect(await words(jonas)).not.toMatch(/Erstattung über \d,\d\d € wartet auf Genehmigung/);
    await jonas.goto(`${running.origin}/operator/audit?is=money`);
    expect(await words(jonas)).toContain('Der Widerruf liegt vor');
    await isFineAtEverySize(jonas, 'two-audit');
  }, 240_000);
});
