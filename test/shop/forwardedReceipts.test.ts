import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Email, MailRefused } from '../../server/core/ports/mailPort.ts';
import { encrypted } from '../../server/platform/sealed.ts';
import { listOpen, RUNBOOK } from '../../server/runtime/alerts.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { forgetDriver } from '../../server/staff/upkeep/retention.ts';
import { HOUR_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { linesOf } from '../support/commandLines.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
/** The errors that the mail server returns for the next emails. */
let answers: Error[];
let logged: string[];
let beforeSending: () => Promise<void>;
beforeEach(async () => {
  beforeSending = async () => undefined;
  [answers, logged] = [[], []];
  shop = await openOperator({
    logEvent: (event, facts) => void logged.push(JSON.stringify([event, facts])),
    async acceptMail({ to }) {
      if (to === BOOKS) await beforeSending();
      const failure = to.endsWith('employer.example') ? answers.shift() : undefined;
      if (failure) throw failure;
    },
  });
});
afterEach(() => shop.close());

const OTHER_ADDRESS = 'others@employer.example';
const BOOKS = 'books@employer.example';
const code = (expected: string) => ({ name: 'Problem', code: expected });
const forwardedEmails = () => shop.emails.filter(({ to }) => to === BOOKS);

const GRACE = {
  contact: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', emailConfirmation: 'grace@example.org' },
};

let forms = 0;
const form = () => `form-${++forms}`;
async function paid(more: Parameters<OpenOperator['charging']>[0] = {}) {
  const ordered = await shop.charging({ ...PLAIN, locale: 'en', ...more });
  await billed(shop, ordered);
  return ordered;
}
const forward = (receipts: readonly string[], formToken: string, email = BOOKS) =>
  shop.operator.forwardReceipts({ receipts, email, locale: 'de', formToken });

/** @returns every row of every table, as text */
async function dumpDatabase(): Promise<string> {
  const tables = await shop.store.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      shop.store.db
        .selectFrom(name as 'key_values')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
const listForwards = () => shop.store.db.selectFrom('key_values').selectAll().where('owner', '=', 'forwards').execute();

/** Moves the request into the past, because advancing the clock by a day would take half a minute. */
const backdate = (json: string, ms: number) => {
  const stored = JSON.parse(json) as { requestedAt: number };
  const older = JSON.stringify({ ...stored, requestedAt: stored.requestedAt - ms });
  return shop.store.db.updateTable('key_values').set({ json: older }).where('owner', '=', 'forwards').execute();
};

describe('Receipts for somebody else', () => {
  it('go out in one letter with their files, in the language of the page, without a name or a link', async () => {
    const [first, second] = [await paid(), await paid({ evseId: 'DE*BLF*E1002*1' })];
    await forward([first.sessionId, second.sessionId], form());
    await shop.pass(1);
    expect(forwardedEmails()).toHaveLength(1);
    const { subject, text, html, attachments } = forwardedEmails()[0] as Email;
    expect(subject.replaceAll('\u00a0', ' ')).toMatch(/^Blaufink.*: 2 Belege, zusammen \d+,\d\d €$/);
    expect(attachments.map(({ fileName }) => fileName)).toEqual([
      'invoice-R-BLA-2026-000001.pdf',
      'invoice-R-BLA-2026-000002.pdf',
    ]);
    for (const { content } of attachments) expect(Buffer.from(content).subarray(0, 5).toString()).toBe('%PDF-');
    for (const words of [text, html]) {
      expect(words).toContain('Wir haben diese Adresse nur für diese eine Nachricht verwendet');
      expect(words).not.toMatch(/Ada|Lovelace|ada@|https?:\/\/charge\.example|charging\//);
    }
  });

  it('of two brands go out in two letters: no brand writes for another', async () => {
    const [ours, theirs] = [await paid(), await paid({ clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' })];
    const token = form();
    for (let n = 0; n < 2; n++) await forward([ours.sessionId, theirs.sessionId], token);
    await shop.pass(1);
    expect(forwardedEmails()).toHaveLength(2);
    for (const { fromName, subject, text, attachments } of forwardedEmails()) {
      expect(subject).toContain(fromName);
      expect(text).toContain(fromName);
      expect(attachments).toHaveLength(1);
    }
    expect(new Set(forwardedEmails().map(({ fromName }) => fromName)).size).toBe(2);
    expect(await listForwards()).toEqual([]);
  });

  it('are sent once, however often the form is sent, before and after', async () => {
    const { sessionId } = await paid();
    const token = form();
    await Promise.all([forward([sessionId], token), forward([sessionId], token)]);
    await shop.pass(1);
    await forward([sessionId], token);
    await shop.restart();
    await forward([sessionId, sessionId], token, ` ${BOOKS.toUpperCase()} `);
    await shop.pass(60);
    expect(forwardedEmails()).toHaveLength(1);
    expect(shop.emails.filter(({ to }) => to.toLowerCase() === BOOKS)).toHaveLength(1);
    await forward([sessionId], token, 'other@employer.example');
    await shop.pass(1);
    expect(shop.emails.filter(({ to }) => to === 'other@employer.example')).toHaveLength(1);
  });

  it('leave no address behind: not while they wait, not when they are sent, not in the log', async () => {
    const { sessionId } = await paid();
    answers = [new Error(`cannot reach the server of ${BOOKS}`)];
    await forward([sessionId], form());
    await shop.pass(0);
    expect([forwardedEmails().length, (await listForwards()).length]).toEqual([0, 1]);
    expect(await dumpDatabase()).not.toContain('employer');
    await shop.pass(60);
    expect([forwardedEmails().length, await listForwards()]).toEqual([1, []]);
    expect(await dumpDatabase()).not.toContain('employer');
    expect(logged.join('\n')).not.toContain('employer');
  });

  it('are not tried again where there is no such mailbox', async () => {
    const { sessionId } = await paid();
    answers = [new MailRefused('no such mailbox')];
    await forward([sessionId], form());
    await shop.pass(3600);
    expect([forwardedEmails(), await listForwards(), await shop.attention()]).toEqual([[], [], []]);
  });

  it('are given up after a day without a mail server, and their address with them', async () => {
    const { sessionId } = await paid();
    answers = Array.from({ length: 1000 }, () => new Error('unreachable'));
    await forward([sessionId], form());
    await shop.pass(3600);
    const [letter] = await listForwards();
    expect(letter?.json).toContain('requestedAt');
    await backdate(letter?.json ?? '', 22 * HOUR_MS);
    await shop.pass(600);
    expect(await listForwards()).toHaveLength(1);
    expect((await listOpen(shop.store.db)).map(({ facts }) => facts.why)).toEqual(['forward-receipts fails']);
    await backdate(letter?.json ?? '', 24 * HOUR_MS);
    await shop.pass(600);
    expect([forwardedEmails(), await listForwards()]).toEqual([[], []]);
    expect((await listOpen(shop.store.db)).map(({ facts, subjectId }) => [facts.why, subjectId])).toEqual([
      ['receipts could not be forwarded', sessionId],
    ]);
  });

  it('whose address nobody can read any more are given up, and SECRET is named, not the mail server', async () => {
    const { sessionId } = await paid();
    answers = [new Error('unreachable')];
    await forward([sessionId], form());
    await shop.pass(0);
    const [letter] = await listForwards();
    const email = encrypted(BOOKS, { secret: 'the secret before, thirty-two and more', purpose: 'forwarded receipts' });
    const json = JSON.stringify({ ...JSON.parse(letter?.json ?? ''), email });
    await shop.store.db.updateTable('key_values').set({ json }).where('owner', '=', 'forwards').execute();
    await shop.pass(60);
    expect([forwardedEmails(), await listForwards()]).toEqual([[], []]);
    const open = (await listOpen(shop.store.db)).map(({ facts, subjectId }) => [facts.why, subjectId]);
    expect(open).toEqual([['receipts could not be forwarded: SECRET changed', sessionId]]);
    expect(RUNBOOK['receipts could not be forwarded: SECRET changed']).not.toContain('SMTP');
  });

  it.each(['the driver’s address', 'the transaction ID', 'the address it goes to'])(
    'are gone at once when somebody is forgotten by %s, and nothing more is sent; other letters stay',
    async by => {
      const theirs = await paid();
      const other = await paid({ ...GRACE, evseId: 'DE*BLF*E1002*1' });
      answers = [new Error('unreachable'), new Error('unreachable')];
      await forward([theirs.sessionId], form());
      await forward([other.sessionId], form(), OTHER_ADDRESS);
      await shop.pass(0);
      const { number } = await shop.session(theirs);
      const whose: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        'the driver’s address': { email: ' ADA@example.org' },
        'the transaction ID': { transaction: String(number) },
        'the address it goes to': { email: BOOKS.toUpperCase() },
      };
      const dependencies = { store: shop.store, now: shop.clock.now(), secret: () => 'a secret of thirty-two characters' };
      const lines = await linesOf(dependencies, 'forget', { ...whose[by], who: 'Petra Lindqvist' });
      expect(lines).toContain('1 emails that waited to be sent are deleted.');
      expect((await listForwards()).map(({ json }) => (JSON.parse(json) as { sessions: unknown }).sessions)).toEqual([
        [other.sessionId],
      ]);
      await shop.pass(HOUR_MS / 1000);
      expect([forwardedEmails(), await listForwards()]).toEqual([[], []]);
      expect(shop.emails.filter(({ to }) => to === OTHER_ADDRESS)).toHaveLength(1);
      expect(await dumpDatabase()).not.toContain('employer');
    },
  );

  it('that another SECRET has sealed are not passed over in silence when somebody is forgotten by the address they go to', async () => {
    const [theirs, other] = [await paid(), await paid({ ...GRACE, evseId: 'DE*BLF*E1002*1' })];
    answers = [new Error('unreachable'), new Error('unreachable')];
    await forward([theirs.sessionId], form());
    await forward([other.sessionId], form(), OTHER_ADDRESS);
    await shop.pass(0);
    const forget = (secret: string, whose: Readonly<Record<string, string>>) =>
      linesOf({ store: shop.store, now: shop.clock.now(), secret: () => secret }, 'forget', { ...whose, who: 'Petra Lindqvist' });
    const unopened = (count: number) => expect.stringContaining(`${count} emails that wait to be sent were sealed with another`);
    expect(await forget('a secret that was made up by a command', { email: BOOKS })).toContainEqual(unopened(2));
    expect(await listForwards()).toHaveLength(2);
    // An email that waits to be forwarded is found by the number of its session, so that it need not be decrypted.
    const { number } = await shop.session(theirs);
    const byNumber = await forget('a secret that was made up by a command', { transaction: String(number) });
    expect([byNumber?.includes('1 emails that waited to be sent are deleted.'), await listForwards()]).toEqual([
      true,
      [expect.anything()],
    ]);
    expect(byNumber).not.toContainEqual(expect.stringContaining('sealed with another'));
    const output = await forget('a secret of thirty-two characters', { email: OTHER_ADDRESS });
    expect(output).toContain('1 emails that waited to be sent are deleted.');
    expect(output).not.toContainEqual(expect.stringContaining('sealed with another'));
  });

  it('that are on the wire when a driver is forgotten leave nothing behind when they fail', async () => {
    const theirs = await paid();
    const { sessionId } = theirs;
    const { number } = await shop.session(theirs);
    beforeSending = async () => {
      await forgetDriver(shop.store, { whose: { transaction: number }, secret: undefined, now: shop.clock.now() });
      throw new Error('unreachable');
    };
    await forward([sessionId], form());
    await shop.pass(HOUR_MS / 1000);
    expect([forwardedEmails(), await listForwards()]).toEqual([[], []]);
  });

  it('are sent three times for each session and no more', async () => {
    const [first, second] = [await paid(), await paid({ evseId: 'DE*BLF*E1002*1' })];
    for (let n = 0; n < 3; n++) await forward([first.sessionId], form());
    await expect(forward([first.sessionId, second.sessionId], form())).rejects.toMatchObject(code('too-many'));
    await shop.pass(1);
    expect(forwardedEmails()).toHaveLength(3);
    // The refused request did not count for the second session, so three are left.
    for (let n = 0; n < 3; n++) await forward([second.sessionId], form());
    await shop.pass(1);
    expect(forwardedEmails()).toHaveLength(6);
  });

  it.each(['', 'books', 'a@b.example, c@d.example', 'Books <a@b.example>', 'a@b.example\nBcc: c@d.example'])(
    'go to no address like %j',
    async email => {
      const { sessionId } = await paid();
      await expect(forward([sessionId], form(), email)).rejects.toMatchObject(code('invalid-input'));
      expect(await listForwards()).toEqual([]);
    },
  );

  it('are those that can be downloaded: by a session or a token that holds, and once they are drawn', async () => {
    const { sessionId } = await paid();
    const { found } = await shop.operator.getReceipt({ receipt: sessionId });
    await forward([found.receipt], form());
    await shop.pass(601);
    await expect(forward([found.receipt], form())).rejects.toMatchObject(code('link-expired'));
    await expect(forward(['AAAAAAAAAAAAAAAAAAAAAA'], form())).rejects.toMatchObject(code('no-receipt'));
    const charging = await shop.charging({ ...PLAIN, evseId: 'DE*BLF*E1002*1' });
    await expect(forward([charging.sessionId], form())).rejects.toMatchObject(code('invoice-not-ready'));
  });

  it('come with the credit note of a refund, to what is left, and are not sent before that is drawn', async () => {
    const ordered = await paid();
    const { number, totalMinor } = await shop.session(ordered);
    await enqueueRefund(
      { store: shop.store, now: shop.clock.now() },
      { number, amountMinor: 100, reason: 'The station stopped twice' },
    );
    await until(
      async () => {
        await shop.pass(1);
        return (await shop.operator.getReceipt({ receipt: ordered.sessionId })).documents;
      },
      documents => documents.length === 2 && documents.every(({ state }) => state === 'ready'),
    );
    await forward([ordered.sessionId], form());
    await shop.pass(1);
    const [letter] = forwardedEmails();
    expect(letter?.attachments.map(({ fileName }) => fileName)).toEqual([
      'invoice-R-BLA-2026-000001.pdf',
      'credit-note-G-BLA-2026-000001.pdf',
    ]);
    const left = ((totalMinor ?? 0) - 100) / 100;
    expect(letter?.subject).toContain(left.toFixed(2).replace('.', ','));
  });
});
