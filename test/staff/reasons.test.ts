import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSOLE_LOCALES } from '../../client/console/core/ConsoleContext.ts';
import { CONSOLE_TEXTS } from '../../client/console/core/translations.ts';
import { ACT_FORMS } from '../../client/console/parts/actForms.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

const WHY = 'Ada Lovelace hat angerufen';

describe('Why somebody refunds', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  let refund: string;
  beforeAll(async () => {
    running = await startApp();
    await finishedAt(running, POINTS.connected);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    const [, number = ''] = /\/operator\/sessions\/(\d{9})/.exec(await petra.page('/operator/sessions')) ?? [];
    refund = `/operator/sessions/${number}/refund`;
  });
  afterAll(() => running.close());

  const words = async (answer: Response) => ({ status: answer.status, html: await answer.text() });

  it('stands in no address: no form of the page sends what is typed by GET, and an address says nothing', async () => {
    const first = await petra.page(refund);
    expect(first).toContain('name="reason"');
    expect(first.match(/<form[^>]*method="get"/g)).toBeNull();
    expect(await petra.page(`${refund}?how=all&reason=${encodeURIComponent(WHY)}`)).not.toContain(WHY);
  });

  it('is answered with what the refund would do, and nothing is done before that is pressed', async () => {
    const preview = await words(await petra.send(refund, { how: 'part', part: '0,10', reason: WHY }, refund));
    expect(preview.status).toBe(200);
    expect(preview.html).toContain(`value="${WHY}"`);
    expect(preview.html).toContain('name="seen"');
    expect(await petra.page('/operator/audit')).not.toContain(WHY);
  });

  it('that is missing, or an amount that cannot be read, is asked for again, with what was typed', async () => {
    const untouched = await words(await petra.send(refund, { part: '0,10', reason: WHY }, refund));
    expect(untouched.html).toMatch(/0,10\s€ von/);
    const all = await petra.send(refund, { how: 'all', part: '0,10', reason: WHY }, refund);
    expect(all.status).toBe(422);
    const amountForm = await all.text();
    expect(amountForm).toContain('Gesamtbetrag oder Teilbetrag?');
    expect(amountForm).toContain('value="0,10"');
    expect(amountForm).toMatch(/<b class="num">\d+,\d\d\s€<\/b>/);
    expect(amountForm).toMatch(/name="part"[^>]*\/>EUR/);
    expect(amountForm).not.toMatch(/<input[^>]*\schecked/);
    expect((await petra.send(refund, { reason: WHY }, refund)).status).toBe(422);
    expect(await petra.page(refund)).not.toMatch(/<input[^>]*\schecked/);
    const without = await words(await petra.send(refund, { how: 'part', part: '0,10', reason: ' ' }, refund));
    expect(without.status).toBe(422);
    expect(without.html).toContain('value="0,10"');
    const unread = await words(await petra.send(refund, { how: 'part', part: 'zehn', reason: WHY }, refund));
    expect(unread.status).toBe(422);
    expect(unread.html).toContain('value="zehn"');
    expect(unread.html).toContain(`value="${WHY}"`);
    const tooMuch = await words(await petra.send(refund, { how: 'part', part: '9999', reason: '' }, refund));
    expect(tooMuch.status).toBe(422);
    expect(tooMuch.html).toMatch(/<input(?=[^>]*id="part")(?=[^>]*aria-invalid="true")[^>]*value="9999"/);
    expect(tooMuch.html).toMatch(/id="part-fault">[\s\S]*?höchstens \d+,\d\d\s€[\s\S]*id="reason-fault"/);
    expect(tooMuch.html).not.toContain('Zurzeit nicht möglich');
  });

  it('is sent again from an expired form with what was typed', async () => {
    const expired = await petra.post(refund, { form: 'old', step: 'look', how: 'part', part: '0,10', reason: WHY });
    expect(expired.status).toBe(403);
    const html = await expired.text();
    expect(html).toContain(`<a class="btn btn--quiet" href="${refund}">`);
    const hidden = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const again = await words(await petra.post(refund, hidden));
    expect(again.html).toMatch(/0,10\s€ von/);
    expect(again.html).toContain(`value="${WHY}"`);
    const foreign = await petra.post(refund, { form: 'old', part: '0,10', reason: WHY }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(await foreign.text()).not.toContain('name="part"');
  });

  it('is kept in the audit once it is done', async () => {
    const preview = await (await petra.send(refund, { how: 'part', part: '0,10', reason: WHY }, refund)).text();
    const hidden = Object.fromEntries(
      [...preview.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(hidden).toMatchObject({ how: 'part', part: '0,10' });
    const done = await petra.post(refund, { ...hidden, reason: WHY });
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/\?done=refund$/)]);
    expect(await petra.page('/operator/audit')).toContain(WHY);
    const result = await petra.page(done.headers.get('location') ?? '');
    expect(result).toMatch(/0,10\s€ (werden )?auf Karte •• \d{4} erstattet/);
    expect(result).toMatch(/Bis \d+,\d\d\s€<\/p>/);
    expect(result).not.toMatch(/wird an [^<]* gesendet/);
  });
});

describe('Why something cannot be done', () => {
  let running: RunningApp;
  let session: string;
  beforeAll(async () => {
    running = await startApp();
    await finishedAt(running, POINTS.connected);
    const petra = await come('de');
    session = /\/operator\/sessions\/\d{9}/.exec(await petra.page('/operator/sessions'))?.[0] ?? '';
  });
  afterAll(() => running.close());

  async function come(language: string): Promise<ConsoleVisitor> {
    const visitor = new ConsoleVisitor(running.origin, { 'Accept-Language': language });
    await visitor.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    return visitor;
  }

  it.each([
    ['stop', 'Es läuft kein Ladevorgang, der beendet werden kann', 'There is no active charging to stop'],
    ['bill', 'Manuell abrechnen können Sie nur', 'You can bill manually only while a session is stopping'],
    ['waive', 'Kosten erlassen können Sie nur', 'You can waive the charge only while a session is stopping or being cancelled'],
    ['see-contact', 'In der Demo werden Namen', 'In the demo'],
  ])('is said in the language of whoever asks: %s', async (does, german, english) => {
    for (const [language, words] of [
      ['de', german],
      ['en', english],
    ] as const) {
      const visitor = await come(language);
      const pages = [await visitor.page(`${session}/${does}`), ...(does === 'see-contact' ? [] : [await visitor.page(session)])];
      for (const html of pages) {
        expect([language, html.includes(words)]).toEqual([language, true]);
        expect(html).not.toMatch(/<(p|dd|span) lang="en"/);
      }
    }
  });

  it.each(CONSOLE_LOCALES)('stands on the page of its act, and every act has one: %s', async language => {
    const visitor = await come(language);
    const texts: Readonly<Record<string, string>> = CONSOLE_TEXTS[language].acts;
    for (const does of Object.keys(ACT_FORMS)) {
      const html = await visitor.page(`${session}/${does}`);
      expect(html).toContain(`<h1>${texts[`name.${does}`]}</h1>`);
      expect([does, /<form[^>]*method="post"|class="note/.test(html)]).toEqual([does, true]);
    }
  });

  it('has words in both languages', () => {
    const files = ['manualSettlement', 'sessionActs', 'otherActs']
      .map(name => `staff/acts/${name}`)
      .concat('shop/payments/refunds');
    const sources = files.map(file => readFileSync(`server/${file}.ts`, 'utf8')).join('');
    const names = [...sources.matchAll(/\bno\('(\w+)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(20);
    for (const locale of CONSOLE_LOCALES) {
      const texts: Readonly<Record<string, string>> = CONSOLE_TEXTS[locale].acts;
      expect([locale, names.filter(name => !texts[`no.${name}`] && !texts[`no.${name}_other`])]).toEqual([locale, []]);
    }
  });
});
