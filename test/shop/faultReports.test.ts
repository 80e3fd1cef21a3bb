import { afterEach, describe, expect, it } from '@jest/globals';
import { MailRefused } from '../../server/core/ports/mailPort.ts';
import { addressOf, resealAddresses } from '../../server/shop/faultReports/driverAddress.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import { forgetDriver, removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { listOpenNotes } from '../../server/store/jobs/alertRows.ts';
import type { ReportFaultRequest } from '../../shared/charging/faultReport.ts';
import { LOCALES } from '../../shared/model/locales.ts';
import { DAY_MS, MINUTE_S } from '../../shared/model/time.ts';
import type { Secret } from '../../shared/util/secret.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator, PLAIN, runOperator } from '../support/openShop.ts';
import { jpegSegments, PRIVATE_MARKS, phonePhoto } from '../support/photos.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

const SECRET = 'a secret of thirty-two characters';
const REPORT = {
  ...PLAIN,
  kind: 'plug',
  words: 'The plug is bent.',
  email: 'ada@example.org',
  photo: null,
  locale: 'en',
  formToken: 'one',
} satisfies ReportFaultRequest;
const report = (more: Partial<ReportFaultRequest> = {}) => shop.operator.reportFault({ ...REPORT, ...more });
const rows = () => shop.store.db.selectFrom('fault_reports').selectAll().orderBy('received_at').orderBy('id').execute();
const photos = () => shop.store.db.selectFrom('fault_photos').selectAll().execute();
const run = (name: string, options: Readonly<Record<string, string>>) => {
  const { store, clock } = shop;
  return runCommand({ store, now: clock.now() }, { name, options: { who: 'Petra Lindqvist', ...options } });
};
const answer = async (text = 'Thank you. It is repaired.') => run('answer-fault', { report: (await rows())[0]?.id ?? '', text });
const close = (more: Readonly<Record<string, string>> = {}) =>
  run('close-faults', { point: PLAIN.evseId, outcome: 'fixed', reason: 'Plug replaced', ...more });
/** The subject and kind of all open alerts. */
const openAlerts = async ({ db }: Pick<Store, 'db'>) =>
  (await listOpenNotes(db)).map(({ subjectId, facts }) => [subjectId, facts.why]);
const code = (expected: string) => ({ name: 'Problem', code: expected });

describe.each(bothEngines())('Fault reports, on %s,', (_engine, openStore) => {
  it('are stored with a photo without metadata, and raise one alert for each point', async () => {
    shop = await openOperator({ store: await openStore() });
    await report({ photo: await phonePhoto() });
    await report({ formToken: 'two', kind: 'danger', email: '' });
    await report({ formToken: 'three', evseId: 'DE*BLF*E1001*2' });
    expect((await rows()).map(({ kind, connector, has_photo }) => [kind, connector, has_photo])).toEqual(
      expect.arrayContaining([
        ['plug', '1', 1],
        ['danger', '1', 0],
      ]),
    );
    const [photo] = await photos();
    const bytes = Buffer.from(photo?.bytes ?? []);
    for (const mark of [...PRIVATE_MARKS, 'Exif', 'GPS']) expect(bytes.includes(mark, 0, 'latin1')).toBe(false);
    expect(jpegSegments(bytes).trailing).toBe(0);
    expect(await openAlerts(shop.store)).toEqual([
      ['DE*BLF*E1001*1', 'drivers report a fault'],
      ['DE*BLF*E1001*2', 'drivers report a fault'],
    ]);
  });

  it('are one if the same form arrives twice at once, and two if the driver has changed the form', async () => {
    shop = await openOperator({ store: await openStore() });
    const photo = await phonePhoto();
    await Promise.all([1, 2, 3].map(() => report({ photo })));
    expect([(await rows()).length, (await photos()).length]).toEqual([1, 1]);
    await report({ photo, words: 'And hot.' });
    expect((await rows()).length).toBe(2);
  });

  it('of two drivers at once are both stored, under one alert', async () => {
    shop = await openOperator({ store: await openStore() });
    await Promise.all(['one', 'two', 'three', 'four'].map(formToken => report({ formToken })));
    expect((await rows()).length).toBe(4);
    expect((await openAlerts(shop.store)).length).toBe(1);
  });

  it('are closed up to the newest one that staff have seen, and raise an alert again', async () => {
    shop = await openOperator({ store: await openStore() });
    await report();
    const seenAt = shop.clock.now().toISOString();
    await shop.pass(MINUTE_S);
    await report({ formToken: 'two' });
    expect((await close({ until: seenAt }))?.lines).toEqual(['Reports closed: 1.', 'Newer reports stay open: 1.']);
    expect((await openAlerts(shop.store)).length).toBe(1);
    await close();
    expect(await openAlerts(shop.store)).toEqual([]);
    await expect(close()).rejects.toThrow('No report about');
    await shop.pass(MINUTE_S);
    await report({ formToken: 'three' });
    expect((await openAlerts(shop.store)).length).toBe(1);
  });

  it('are deleted 30 days after they were closed, and at the latest after 180 days', async () => {
    shop = await openOperator({ store: await openStore() });
    await report({ photo: await phonePhoto() });
    await report({ formToken: 'two', evseId: 'DE*BLF*E1001*2' });
    await close();
    const removeAfter = (days: number) => removeOldContacts(shop.store, new Date(shop.clock.now().getTime() + days * DAY_MS));
    await removeAfter(29);
    expect([(await rows()).length, (await photos()).length]).toEqual([2, 1]);
    await removeAfter(31);
    expect([(await rows()).length, (await photos()).length]).toEqual([1, 0]);
    expect((await openAlerts(shop.store)).length).toBe(1);
    await removeAfter(181);
    expect([await rows(), await openAlerts(shop.store)]).toEqual([[], []]);
  });

  it('are answered with one e-mail, although a process dies after it has claimed the job', async () => {
    const store = await openStore();
    shop = await openOperator({ store });
    await report();
    await answer();
    await store.db
      .updateTable('outbox')
      .set({ claim_id: 'a dead process', claimed_until: shop.clock.now().getTime() + 60_000 })
      .where('kind', '=', 'mail-fault')
      .execute();
    await shop.restart();
    const { clock, payments, stations, emails } = shop;
    const second = await runOperator({ store, clock, payments, stations, emails: emails as never, data: null });
    await shop.pass(10 * MINUTE_S);
    await second.end();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.org', expect.stringMatching(/: answer to your fault report, /)],
    ]);
  });
});

describe('The answer to a fault report', () => {
  it('raises an alert if the address cannot be decrypted', async () => {
    shop = await openOperator();
    await report();
    await shop.store.db.updateTable('fault_reports').set({ sealed_email: 'sealed with another secret' }).execute();
    await answer();
    await shop.pass(MINUTE_S);
    expect(shop.emails).toEqual([]);
    expect(await shop.attention()).toContain('a letter could not be delivered');
  });

  it.each(LOCALES)('is in the language of the driver: %s', async locale => {
    shop = await openOperator();
    await report({ locale, words: 'PRIVATE WORDS' });
    await answer('Danke <b>& Gruß</b>\n\nhttps://charge.example/');
    await shop.pass(MINUTE_S);
    const [email] = shop.emails;
    expect(shop.emails).toHaveLength(1);
    expect(email?.text).toContain('Danke <b>& Gruß</b>\n\nhttps://charge.example/');
    expect(email?.html).toContain('Danke &lt;b&gt;&amp; Gruß&lt;/b&gt;');
    expect(`${email?.subject} ${email?.text}`).not.toMatch(/mail\.fault|fault\.kind|\{\{|PRIVATE/);
  });

  it('reaches the driver later if the mail server fails, and staff learn that a mailbox does not exist', async () => {
    let fault: Error | null = new Error('no mail server');
    shop = await openOperator({
      acceptMail: async () => {
        if (fault) throw fault;
      },
    });
    await report();
    await answer();
    await shop.pass(10);
    expect(shop.emails).toEqual([]);
    fault = null;
    await shop.pass(10 * MINUTE_S);
    expect(shop.emails).toHaveLength(1);
    fault = new MailRefused('no such mailbox');
    await answer('Once more');
    await shop.pass(MINUTE_S);
    expect((await openAlerts(shop.store)).map(([, why]) => why)).toContain('a letter could not be delivered');
  });

  it('can still be sent after a change of SECRET, because the address is encrypted again', async () => {
    shop = await openOperator();
    await report();
    const NEW = 'another secret of thirty-two characters';
    const read = async (secret: Secret) => addressOf({ sealedEmail: (await rows())[0]?.sealed_email ?? '' }, { secret });
    await resealAddresses({ store: shop.store, secret: [NEW, SECRET] });
    expect([await read(NEW), await read(SECRET)]).toEqual(['ada@example.org', null]);
    // An address of a third secret stays, and does not keep others from being encrypted again.
    await resealAddresses({ store: shop.store, secret: 'a third secret of thirty-two characters' });
    expect(await read(NEW)).toBe('ada@example.org');
  });

  it('is refused without an address, without a text, and for an unknown report', async () => {
    shop = await openOperator();
    await report({ email: '' });
    await expect(answer()).rejects.toThrow('no e-mail address');
    await expect(answer('')).rejects.toThrow('no e-mail address');
    await report({ formToken: 'two' });
    const id = (await rows()).find(row => row.sealed_email !== '')?.id ?? '';
    await expect(run('answer-fault', { report: id, text: ' ' })).rejects.toThrow('Missing --text');
    await expect(run('answer-fault', { report: id, text: 'x'.repeat(901) })).rejects.toThrow('more than 900');
    await expect(run('answer-fault', { report: 'other', text: 'Hello' })).rejects.toThrow('Unknown report');
  });
});

describe('A fault report', () => {
  it('does not change what other drivers see', async () => {
    shop = await openOperator();
    const before = await shop.operator.getChargingPoint(PLAIN);
    for (const formToken of ['one', 'two', 'three']) await report({ formToken, kind: 'danger' });
    expect(await shop.operator.getChargingPoint(PLAIN)).toEqual(before);
  });

  it('keeps the address encrypted, and is deleted on request of the driver', async () => {
    shop = await openOperator();
    await report({ email: ' Ada@Example.org ' });
    expect(JSON.stringify(await rows())).not.toMatch(/ada@example/i);
    const { store, clock } = shop;
    const whose = { email: 'ada@example.org' };
    expect(await forgetDriver(store, { whose, secret: SECRET, now: clock.now() })).toMatchObject({ letters: 1 });
    expect([await rows(), await openAlerts(store)]).toEqual([[], []]);
  });

  it('is refused with a wrong kind, too many words, a wrong address, a file that is no picture, and at an unknown point', async () => {
    shop = await openOperator();
    const fields = async (more: Partial<ReportFaultRequest>) =>
      report(more).then(
        () => [],
        (error: { fields: object }) => Object.keys(error.fields),
      );
    expect(await fields({ kind: '', words: 'x'.repeat(1001), email: 'ada@' })).toEqual(['kind', 'words', 'email']);
    expect(await fields({ photo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })).toEqual(['photo']);
    await expect(report({ evseId: 'DE*XXX*E1' })).rejects.toMatchObject(code('no-charging-point'));
    expect(await rows()).toEqual([]);
  });

  it('is about the whole point if its plug is unknown, and the list of commands shows it', async () => {
    shop = await openOperator();
    await report({ connector: '99' });
    expect((await rows())[0]?.connector).toBeNull();
    const { store, clock } = shop;
    const listed = await runCommand({ store, now: clock.now() }, { name: 'faults', options: {} });
    expect(listed?.lines[0]).toMatch(/DE\*BLF\*E1001\*1 {2}– {2}plug .*waits for an answer {2}"The plug is bent."/);
    expect(JSON.stringify(listed)).not.toContain('example.org');
  });
});
