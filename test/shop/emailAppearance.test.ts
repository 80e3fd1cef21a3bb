import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../support/chromium.ts';
import { EMAIL_APPEARANCES, findEmailFaults, showEmail } from '../support/emailAppearance.ts';
import { EMAIL_KINDS, type EmailKind, type EmailsByKind, renderEmails } from '../support/emails.ts';

const LANGUAGES = ['de', 'hu'] as const;
type Language = (typeof LANGUAGES)[number];

let browser: Browser;
let page: Page;
let emails: Readonly<Record<Language, EmailsByKind>>;
beforeAll(async () => {
  const [de, hu, opened] = await Promise.all([renderEmails('de'), renderEmails('hu'), openBrowser()]);
  emails = { de, hu };
  browser = opened;
  page = await browser.newPage();
}, 120_000);
afterAll(() => browser?.close());

/** Number of buttons per kind of email. These kinds only inform, so they contain none. */
const BUTTONS: Readonly<Partial<Record<EmailKind, number>>> = { withdrawal: 0, forward: 0 };

describe.each(LANGUAGES)('Every letter in %s', language => {
  it.each(EMAIL_KINDS)('is read on a phone, in the dark and on a desktop: %s', async kind => {
    for (const check of EMAIL_APPEARANCES) {
      await showEmail(page, emails[language][kind], check);
      expect([check.name, await findEmailFaults(page)]).toEqual([check.name, []]);
      expect(await page.$$eval('td[bgcolor] > a', links => links.length)).toBe(BUTTONS[kind] ?? 1);
    }
  });
});

describe('A letter that', () => {
  const emailWith = (body: string) => `<!doctype html><html lang="en"><title>Letter</title><body>${body}`;

  it.each([
    ['is wider than a phone', '<p style="width:500px">Receipt</p>', /^page 5\d\d px$/],
    ['breaks a word', '<p style="width:3em;overflow-wrap:anywhere">Vertragsnummer</p>', /^broken: Vertragsnummer in /],
    ['breaks a number', '<p style="width:8em">Ihre Rechnung R-BLA-2026-000002</p>', /^broken: R-BLA-2026-000002$/],
    ['breaks an address', '<p style="width:8em;word-break:break-all">At https://charge.example/</p>', /^broken: https:/],
    ['is dark on dark', '<p style="background:#101418;color:#14181c">Receipt</p>', /^color-contrast/],
  ])('%s is found', async (_, body, fault) => {
    await showEmail(page, emailWith(body), EMAIL_APPEARANCES[0]);
    expect(await findEmailFaults(page)).toEqual([expect.stringMatching(fault)]);
  });
});
