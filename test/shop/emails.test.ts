import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GROUNDS } from '../../server/core/branding/brandingCss.ts';
import { contrast } from '../../server/core/branding/color.ts';
import { pathTo } from '../../shared/charging/paths.ts';
import { LOCALES } from '../../shared/model/locales.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

/** A brand that offers a right of withdrawal. */
const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const email = () => {
  const last = shop.emails.at(-1);
  if (!last) throw new Error('No letter');
  return { ...last, text: plain(last.text), subject: plain(last.subject) };
};
const subjects = () => shop.emails.map(({ subject }) => plain(subject));

/**
 * Ends the session and waits until it is billed and its document is rendered. Rendering takes real time, even with a manual
 * clock.
 */
async function ended(ordered: Ordered, energyWh: number): Promise<void> {
  const before = shop.emails.length;
  await shop.pass(10 * MINUTE_S);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh });
  await until(
    async () => {
      await shop.pass(0);
      return shop.emails.length;
    },
    count => count > before,
  );
}

describe('An e-mail', () => {
  it('tells the start, with the page to follow it', async () => {
    const { sessionId } = await shop.charging({ locale: 'en' });
    expect(email().to).toBe('ada@example.org');
    expect(email().subject).toBe('Blaufink Ladenetz: charging started, €80.00 reserved');
    expect([email().fromName, email().replyTo]).toEqual(['Blaufink Ladenetz', 'hilfe@blaufink.example']);
    expect(email().text).toContain('Hello Ada Lovelace,');
    expect(email().text).toContain(`https://charge.example/en/blaufink/charging/${sessionId}\n`);
    expect(email().text).toContain('€80.00 is reserved on your card.');
    expect(email().text).toContain('Questions: hilfe@blaufink.example, +49');
  });

  it('confirms the contract: partner, service, prices, hold and the terms as they were', async () => {
    const ordered = await shop.charging({ locale: 'en' });
    const { text } = email();
    expect(text).toContain('Confirmation of contract\n-----');
    expect(text).toContain(`Contract number: ${(await shop.session(ordered)).number}`);
    expect(text).toMatch(/Concluded on: \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(text).toContain('Your contracting party: Blaufink Ladenetz Beispiel GmbH, Finkenweg 7, 12345 Musterstadt');
    expect(text).toContain('at charging point DE*BLF*E1001*1, ');
    expect(text).toContain('Reservation amount: €80.00');
    expect(text).toContain('Energy: €0.49 per kWh');
    expect(text).toContain('https://charge.example/en/blaufink/terms\n');
    expect(text).not.toMatch(/SHA-256|[0-9a-f]{64}/);
    expect(text).not.toContain('Right of withdrawal');
  });

  it('names the right of withdrawal where the client offers it', async () => {
    const { sessionId } = await shop.charging({ ...FARNWALD, locale: 'en' });
    expect(email().text).toContain(`Use this page: https://charge.example/en/farnwald/charging/${sessionId}/withdrawal`);
  });

  it('brings the receipt, with the document of the app', async () => {
    const ordered = await shop.charging({ locale: 'fr' });
    await ended(ordered, 17_408);
    expect(email().subject).toMatch(/^Blaufink Ladenetz : reçu de 8,53 € du /);
    const { text } = email();
    expect(text).toMatch(/^VOTRE REÇU\nVous avez payé : 8,53 €\n/);
    expect(text).toMatch(/Préautorisé : 80,00 € .*\nDébité : 8,53 € .*\nLibéré : 71,47 €/);
    expect(text).toMatch(/17,408 kWh × 0,49 €.* : 8,53 €/);
    const [pdf] = email().attachments.filter(({ contentType }) => contentType === 'application/pdf');
    expect(pdf?.fileName).toMatch(/^invoice-R-BLA-2026-000001\.pdf$/);
    expect(
      Buffer.from(pdf?.content ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('says how long it took as the times beside it have it, whatever their seconds', async () => {
    const ordered = await shop.charging({ locale: 'en' });
    const { startedAt } = await shop.session(ordered);
    const seconds = startedAt!.getUTCSeconds();
    expect(seconds).toBeGreaterThan(0);
    await shop.pass(10 * MINUTE_S);
    // The exact duration is just below ten minutes, although the displayed times are ten minutes apart.
    const at = new Date(startedAt!.getTime() + (10 * MINUTE_S - seconds) * 1000);
    await shop.stations.end(ordered.authorizationReference, { at, energyWh: 5000 });
    await until(
      async () => {
        await shop.pass(0);
        return email().text;
      },
      text => text.includes('Where and when') || text.includes('WHERE AND WHEN'),
    );
    expect(email().text).toMatch(/\d\d:(\d\d)–\d\d:\d\d, 10 min\n/);
  });

  it('says that nothing was charged when charging never began', async () => {
    await shop.paid({ locale: 'en' });
    await shop.pass(4 * MINUTE_S);
    expect(subjects()).toEqual(['Blaufink Ladenetz: Charging cancelled: nothing was charged']);
    expect(email().text).toMatch(/^CHARGING CANCELLED: NOTHING WAS CHARGED\nYou paid: €0.00\n/);
    expect(email().text).toMatch(/Reserved: €80\.00 .*\nReleased: €80\.00 /);
    expect(email().text).toContain('https://charge.example/en/blaufink/evse/DE*BLF*E1001*1');
  });

  it('warns ten minutes before a blocking fee begins, and not when the session is over by then', async () => {
    const point = { clientId: 'farnwald', evseId: 'DE*FRW*E2002*1', connector: '1', locale: 'en' } as const;
    const stays = await shop.charging(point);
    await shop.pass(229 * MINUTE_S);
    expect(subjects()).toEqual([expect.stringContaining('charging started')]);
    await shop.pass(2 * MINUTE_S);
    expect(email().subject).toMatch(/^Farnwald Energie: Blocking fee from \d\d:\d\d$/);
    expect(email().text).toContain('a blocking fee of €0.10 per started minute applies');
    expect(email().text).toMatch(/^BLOCKING FEE FROM \d\d:\d\d\nBlocking fee, at most €12\.00: €0\.10\/min\n/i);
    expect(email().text).toMatch(/So far: €\d+\.\d\d/);
    const reminder = /https:\/\/charge\.example(\S+\.ics)/.exec(email().text)?.[1];
    expect(reminder).toBe(pathTo('blockingFee', { locale: 'en', clientId: 'farnwald', sessionId: stays.sessionId }));
    await ended(stays, 20_000);
    const leaves = await shop.charging(point);
    await ended(leaves, 20_000);
    await shop.pass(300 * MINUTE_S);
    expect(subjects().filter(subject => subject.includes('Blocking fee'))).toHaveLength(1);
  });

  it('calls a fee for occupying the point by its own name', async () => {
    const ordered = await shop.charging({ clientId: 'blaufink', evseId: 'DE*BLF*E1004*2', connector: '1', locale: 'en' });
    await shop.stations.meter(ordered.authorizationReference, {
      at: shop.clock.now(),
      energyWh: 9_000,
      powerW: 0,
      isCharging: false,
    });
    await shop.pass(5 * MINUTE_S);
    expect(email().subject).toMatch(/^Blaufink Ladenetz: Occupancy fee from \d\d:\d\d$/);
    expect(email().text).toMatch(/an occupancy fee of €\d\.\d\d per started minute applies/);
  });

  it('wears the colours of the brand, in HTML as in text', async () => {
    await shop.charging({ ...FARNWALD, locale: 'it' });
    const { html, text, images, attachments } = email();
    expect(html).toContain('<html lang="it">');
    expect(html).toContain('background:#1f7a3f');
    // The email loads no external content: its only image, the logo, is sent with it. It has no attachments.
    expect(html).not.toMatch(/url\(/);
    expect([...html.matchAll(/src="([^"]*)"/g)].map(match => match[1])).toEqual(images.map(({ id }) => `cid:${id}`));
    expect(images).toHaveLength(1);
    expect(html).toContain('alt="Farnwald Energie"');
    expect(attachments).toEqual([]);
    const words = html.replace(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]+>/g, ' ').replaceAll('&#39;', "'");
    // All lines of the text version must be in the HTML too, except for addresses of buttons, which only the text version shows.
    for (const line of text.split('\n').filter(part => part !== '' && !part.startsWith('--') && !part.includes(': ')))
      expect(plain(`${words} ${html}`).replaceAll(/\s+/g, ' ').toLowerCase()).toContain(line.replace(/:$/, '').toLowerCase());
  });

  it.each([
    ['blaufink', 'DE*BLF*E1001*1'],
    ['farnwald', 'DE*FRW*E2001*1'],
    ['canarybolt', 'DE*CNB*E3001*1'],
  ])('marks the steps of the payment with dots that are seen on light and dark cards: %s', async (clientId, evseId) => {
    await ended(await shop.charging({ clientId, evseId, connector: '1' }), 5000);
    const { html } = email();
    const light = [...html.matchAll(/class="dot" style="[^"]*background:(#\w{6})/g)].map(([, color = '']) => color);
    const dark = /\.dot\{background:(#\w{6})!important\}/.exec(html)?.[1] ?? '';
    expect(light.length).toBeGreaterThan(1);
    for (const color of light) expect(contrast(color, GROUNDS.light.page)).toBeGreaterThanOrEqual(3);
    expect(contrast(dark, GROUNDS.dark.page)).toBeGreaterThanOrEqual(3);
  });

  it('lets nobody smuggle markup into it', async () => {
    const contact = { firstName: 'Ada', lastName: "O'Neil", email: 'ada@example.org', emailConfirmation: 'ada@example.org' };
    await shop.charging({ locale: 'en', contact });
    expect(email().html).toContain('O&#39;Neil');
  });

  it.each(LOCALES)('is whole in every language: %s', async locale => {
    const ordered = await shop.charging({ ...FARNWALD, locale });
    await shop.operator.withdraw({ sessionId: ordered.sessionId, name: 'Ada Lovelace', email: 'ada@example.org' });
    await shop.pass(0);
    await ended(ordered, 17_408);
    expect(subjects()).toHaveLength(3);
    for (const { subject, text } of shop.emails) {
      expect(subject).not.toBe('');
      expect(`${subject} ${text}`).not.toMatch(/\{\{|undefined|NaN|null|Invalid/);
    }
  });

  it('is not sent where the order has no address', async () => {
    await shop.charging({ ...FARNWALD, locale: 'en' });
    await shop.store.db.updateTable('orders').set({ contact: '{"firstName":"","lastName":"","email":""}', email: '' }).execute();
    const before = shop.emails.length;
    await shop.pass(MINUTE_S);
    expect(shop.emails).toHaveLength(before);
  });
});
