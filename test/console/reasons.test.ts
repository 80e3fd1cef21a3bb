import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { finishedAt, POINTS } from '../support/orders.ts';
import { type RunningApp, startApp } from '../support/startApp.ts';

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
    const look = await words(await petra.send(refund, { how: 'part', part: '0,10', reason: WHY }, refund));
    expect(look.status).toBe(200);
    expect(look.html).toContain(`value="${WHY}"`);
    expect(look.html).toContain('name="seen"');
    expect(await petra.page('/operator/audit')).not.toContain(WHY);
  });

  it('that is missing, or an amount that cannot be read, is asked for again, with what was typed', async () => {
    const without = await words(await petra.send(refund, { how: 'part', part: '0,10', reason: ' ' }, refund));
    expect(without.status).toBe(422);
    expect(without.html).toContain('value="0,10"');
    const unread = await words(await petra.send(refund, { how: 'part', part: 'zehn', reason: WHY }, refund));
    expect(unread.status).toBe(422);
    expect(unread.html).toContain('value="zehn"');
    expect(unread.html).toContain(`value="${WHY}"`);
  });

  it('is kept in the audit once it is done', async () => {
    const look = await (await petra.send(refund, { how: 'part', part: '0,10', reason: WHY }, refund)).text();
    const hidden = Object.fromEntries(
      [...look.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(hidden).toMatchObject({ how: 'part', part: '0,10' });
    const done = await petra.post(refund, { ...hidden, reason: WHY });
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/\?done=refund$/)]);
    expect(await petra.page('/operator/audit')).toContain(WHY);
  });
});
