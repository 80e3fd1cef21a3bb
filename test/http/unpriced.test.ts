import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { inDatabase } from '../support/inDatabase.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS, paidOrderAt, sessionUntil } from '../support/orders.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

/**
 * Damages a database value that the price of a session depends on.
 * @returns a function that restores the value
 */
const BREAK: Readonly<Record<string, (db: DatabaseSync, sessionId: string) => (db: DatabaseSync) => void>> = {
  tariff(db, sessionId) {
    const of = 'orders where id = (select order_id from sessions where id = ?)';
    const { id, tariff_version } = db.prepare(`select id, tariff_version from ${of}`).get(sessionId) as Record<string, string>;
    const write = (on: DatabaseSync, version = '') =>
      on.prepare('update orders set tariff_version = ? where id = ?').run(version, id ?? '');
    write(db, 'gone');
    return on => void write(on, tariff_version);
  },
  'time zone'(db, sessionId) {
    const of = 'points where evse_id = (select evse_id from sessions where id = ?)';
    const { evse_id = '', json = '' } = db.prepare(`select evse_id, json from ${of}`).get(sessionId) as Record<string, string>;
    const write = (on: DatabaseSync, text: string) =>
      on.prepare('update points set json = ? where evse_id = ?').run(text, evse_id);
    write(db, json.replaceAll('Europe/Berlin', 'Europe/Nowhere'));
    return on => void write(on, json);
  },
};

const shown = async (address: string, cookie = '') => {
  const { status, text } = await supertest(open.origin).get(address).set({ Accept: 'text/html', Cookie: cookie });
  return { status, text: text };
};

test.each(Object.entries(BREAK))(
  'A session that cannot be priced for its %s has its page in every language, and its receipt later',
  async (_, breakIt) => {
    const { sessionId } = await paidOrderAt(open, POINTS.connected);
    const { watchId } = await sessionUntil(open, sessionId, ({ kind }) => kind === 'running');
    const mend = await inDatabase(open.config.dataDir, db => breakIt(db, sessionId));
    await sessionUntil(open, sessionId, session => session.kind === 'unpriced' && session.hasEnded);
    for (const locale of LOCALES)
      for (const address of [`charging/${sessionId}`, `watch/${watchId}`]) {
        const { status, text } = await shown(withLocale(locale, `/blaufink/${address}`));
        expect(status).toBe(200);
        expect(text).toContain(translator(locale, 'session.unpriced'));
        expect(text).toContain(translator(locale, 'session.unpriced.text'));
        expect(text).toMatch(/<noscript><meta http-equiv="refresh"/);
      }
    const receipt = await supertest(open.origin).get(`/api/receipts/${sessionId}`);
    expect(receipt.body).toMatchObject({ waitsFor: 'price', chargedMinor: 0 });
    const cookie = `locale=fr; found=${encodeURIComponent(receipt.body.found.receipt)}`;
    const results = await shown('/fr/blaufink/receipts/results', cookie);
    expect(results.status).toBe(200);
    for (const key of ['receipt.notYet', 'receipt.when.price']) expect(results.text).toContain(translator('fr', key));
    const invoice = await shown(`/api/receipts/${sessionId}/invoice`, cookie);
    expect(invoice.text).toContain(translator('fr', 'receipt.notYet'));
    expect(invoice.status).toBeLessThan(500);
    expect((await shown(`/fr/blaufink/receipts/${sessionId}/company`, cookie)).text).toContain(
      translator('fr', 'company.notBilled'),
    );
    await inDatabase(open.config.dataDir, mend);
    await sessionUntil(open, sessionId, session => session.kind === 'completed' && session.isBilled);
    expect((await shown(`/en/blaufink/charging/${sessionId}`)).text).toContain('You paid');
  },
);
