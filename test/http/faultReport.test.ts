import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { MAX_PHOTO_BYTES } from '../../shared/charging/faultReport.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { LOCALES } from '../../shared/model/locales.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { isUpright, jpegSegments, PRIVATE_MARKS, phonePhoto } from '../support/photos.ts';

let open: RunningApp;
const start = (options: Parameters<typeof startApp>[0] = {}) =>
  startApp({ ...options, env: { TRUST_PROXY: '1', ...options?.env } });

const headers = {
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
  Accept: 'text/html',
  'Sec-Fetch-Site': 'same-origin',
};
const POINT = '/farnwald/evse/DE*FRW*E2002*2';
const FORM = `${POINT}/fault`;
/** Addresses in German have no prefix. */
const localPath = (path: string, locale: string) => (locale === 'de' ? path : `/${locale}${path}`);
const get = (path: string, locale = 'en') =>
  supertest(open.origin)
    .get(localPath(path, locale))
    .set({ ...headers, Cookie: `locale=${locale}` })
    .redirects(0);
const tokenOf = async (): Promise<string> =>
  /name="formToken" value="([^"]+)"/.exec((await get(`${FORM}?plug=1`)).text)?.[1] ?? 'none';

interface Sent {
  photo?: Buffer;
  address?: string;
  locale?: string;
  path?: string;
  more?: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, string>>;
}
let networks = 0;
/** Each report comes from a network of its own, unless `address` says otherwise. */
async function post({
  photo,
  address = `203.0.113.${++networks}`,
  locale = 'en',
  path = FORM,
  more = {},
  values = {},
}: Sent = {}) {
  const fields = { formToken: await tokenOf(), plug: '1', kind: 'plug', words: 'It is bent', email: '', ...values };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  // A browser sends an empty file without a name if none was chosen.
  body.append('photo', new Blob([new Uint8Array(photo ?? [])], { type: 'image/jpeg' }), photo ? 'IMG_1.jpg' : '');
  const sent = { ...headers, 'X-Forwarded-For': address, Cookie: `locale=${locale}`, ...more };
  const answer = await fetch(open.origin + localPath(path, locale), {
    method: 'POST',
    redirect: 'manual',
    headers: sent,
    body,
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: mainOf(await answer.text()) };
}
/** The content of a page. The texts of the page's scripts are outside. */
const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
const stored = async (): Promise<{ id: string; evse: string; words: string; photo: Buffer | null }[]> => {
  const db = openSqlite(`${open.config.dataDir}/house.sqlite`);
  const rows = await db
    .selectFrom('fault_reports')
    .leftJoin('fault_photos', 'report_id', 'id')
    .select(['id', 'evse_id as evse', 'words', 'bytes'])
    .orderBy('received_at')
    .execute();
  await db.destroy();
  return rows.map(({ bytes, ...row }) => ({ ...row, photo: bytes && Buffer.from(bytes) }));
};

describe('The report of a fault, without JavaScript', () => {
  beforeAll(async () => {
    open = await start();
  });
  afterAll(() => open.close());

  it('is linked from the page of an occupied plug, and search engines do not list its page', async () => {
    expect((await get(`${POINT}?plug=1`)).text).toContain(`href="/en${FORM}?plug=1"`);
    const { text, status, headers: answered } = await get(`${FORM}?plug=1`);
    expect([status, answered['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('noindex');
    expect(text).toMatch(/ enctype="multipart\/form-data"/i);
    expect((await get('/farnwald/evse/DE*XXX*E1/fault')).status).toBe(404);
  });

  it('leads to a confirmation with free plugs, and stores the photo without metadata', async () => {
    const { status, headers: answered } = await post({ photo: await phonePhoto({ width: 3000, height: 2000 }) });
    expect([status, answered.location]).toEqual([303, `/en${FORM}?plug=1&sent=report`]);
    const { text } = await get(`${FORM}?plug=1&sent=report`);
    expect(text).toContain('Thank you for your report');
    expect(text).toMatch(/1\.8\s?km/);
    const photo = (await stored()).at(-1)?.photo ?? Buffer.alloc(0);
    for (const mark of [...PRIVATE_MARKS, 'Exif', 'GPS', 'ns.adobe.com']) expect(photo.includes(mark, 0, 'latin1')).toBe(false);
    expect(jpegSegments(photo)).toEqual({ names: ['DQT', 'SOF0', 'DHT', 'SOS'], trailing: 0 });
    expect(await isUpright(photo)).toBe(true);
  });

  it('is one report after a double tap, and another after a change', async () => {
    const formToken = await tokenOf();
    const before = (await stored()).length;
    const photo = await phonePhoto();
    const sent = { photo, values: { formToken, words: 'Twice' } };
    const answers = await Promise.all([post(sent), post(sent), post(sent)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await stored()).length).toBe(before + 1);
    await post({ photo, values: { formToken, words: 'Twice, and hot' } });
    expect((await stored()).length).toBe(before + 2);
  });

  it('keeps everything typed after an error, and asks for the photo again', async () => {
    const words = `<b>hot</b>\r\n${'ő'.repeat(900)}`;
    const { status, text } = await post({ photo: await phonePhoto(), values: { kind: '', email: 'ada@', words } });
    expect(status).toBe(422);
    expect(text).toContain('href="#kind"');
    expect(text).toContain('href="#email"');
    expect(text).toContain('value="ada@"');
    expect(text).toContain(`&lt;b&gt;hot&lt;/b&gt;\n${'ő'.repeat(900)}</textarea>`);
    expect(text).toContain('Please choose the photo again.');
    expect((await post({ values: { kind: '' } })).text).not.toContain('Please choose the photo again.');
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a HEIC', Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(500)])],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing but zeros', Buffer.alloc(1000)],
  ])('is refused with %s in place of a photo', async (_name, photo) => {
    const before = (await stored()).length;
    const { status, text } = await post({ photo });
    expect(status).toBe(422);
    expect(text).toContain('Choose an undamaged photo as JPEG, PNG or WebP');
    expect(text).toContain('It is bent</textarea>');
    expect((await stored()).length).toBe(before);
  });

  it('is refused in the language of the driver if the photo has one byte too many', async () => {
    const sizes = { de: /höchstens 5\u00a0MB/, en: /at most 5\u00a0MB/, hu: /legfeljebb 5\u00a0MB/ };
    const photo = await phonePhoto();
    const padded = (length: number) => Buffer.concat([photo, Buffer.alloc(length - photo.length)]);
    for (const [locale, words] of Object.entries(sizes)) {
      const { status, text } = await post({ locale, photo: padded(MAX_PHOTO_BYTES + 1) });
      expect([locale, status]).toEqual([locale, 422]);
      expect(text).toMatch(words);
      expect(text).toContain('It is bent</textarea>');
    }
    expect((await post({ photo: padded(MAX_PHOTO_BYTES) })).status).toBe(303);
  });

  it.each(LOCALES)('has texts in %s', async locale => {
    const { text } = await get(`${FORM}?plug=1`, locale);
    expect(mainOf(text)).toContain('multipart/form-data');
    expect(mainOf(text)).not.toMatch(/fault\.[a-z]|faultLink\.|\{\{/);
  });

  it('says that a page was open for too long, and sends what was typed with a new token', async () => {
    const { status, text } = await post({ values: { formToken: 'old' } });
    expect(status).toBe(410);
    expect(text).toContain('This page was open for too long');
    expect(text).toContain('It is bent</textarea>');
    expect(text).toMatch(/name="formToken" value="[\w.-]{40,}"/);
  });

  it('is accepted without a photo field, as an error page sends the form again', async () => {
    const values = { formToken: await tokenOf(), plug: '', kind: 'other', words: 'w'.repeat(1000), email: 'ada@example.org' };
    const { status, headers: answered } = await supertest(open.origin).post(`/en${FORM}`).type('form').set(headers).send(values);
    expect([status, answered.location]).toEqual([303, `/en${FORM}?sent=answer`]);
    expect((await stored()).at(-1)?.words).toHaveLength(1000);
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, {}, 403],
    ['too many fields', {}, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, 'x'])), 400],
    ['a field of 20 kB', {}, { words: 'x'.repeat(20_000) }, 400],
  ])('is refused from %s', async (_name, more, values, expected) => {
    const before = (await stored()).length;
    expect((await post({ more, values })).status).toBe(expected);
    expect((await stored()).length).toBe(before);
  });

  it('is refused if the multipart body is broken or is for another form', async () => {
    const send = (path: string, body: string) =>
      supertest(open.origin).post(`/en${path}`).set(headers).set('Content-Type', 'multipart/form-data; boundary=x').send(body);
    const whole = '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nplug\r\n--x--\r\n';
    expect((await send(FORM, whole.slice(0, 40))).status).toBe(400);
    expect((await send(`${POINT}/notice`, whole)).status).toBe(400);
    expect((await send('/farnwald/receipts', whole)).status).toBe(400);
  });
});

describe('Too many fault reports', () => {
  beforeEach(async () => {
    open = await start();
  });
  afterEach(() => open.close());

  it('from one network are refused with the page again, and their photos are not read', async () => {
    const address = '198.51.100.7';
    const values = { kind: '' };
    for (let n = 0; n < LIMITS.faultsPerNetwork.limit; n++) expect((await post({ address, values })).status).toBe(422);
    const photo = await phonePhoto();
    const { status, text, headers: answered } = await post({ address, photo });
    expect(status).toBe(429);
    expect(Number(answered['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('Too many reports are arriving');
    expect(text).toContain('It is bent</textarea>');
    expect(await stored()).toEqual([]);
    expect((await post({ photo })).status).toBe(303);
  });

  it('about one point are refused, but not about its neighbour, and a form with errors does not count', async () => {
    for (let n = 0; n < LIMITS.faultsPerPoint.limit + 5; n++) await post({ values: { kind: '' } });
    for (let n = 0; n < LIMITS.faultsPerPoint.limit; n++) expect((await post()).status).toBe(303);
    expect((await post()).status).toBe(429);
    expect((await post({ path: '/farnwald/evse/DE*FRW*E2002*1/fault' })).status).toBe(303);
    expect(await stored()).toHaveLength(LIMITS.faultsPerPoint.limit + 1);
  }, 60_000);

  it('that arrive slowly at the same time leave the app ready for others', async () => {
    const { port } = new URL(open.origin);
    const head = [
      ...[`POST /en${FORM} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Sec-Fetch-Site: same-origin', 'Content-Length: 4000000'],
      ...['Content-Type: multipart/form-data; boundary=x', '', ''],
    ].join('\r\n');
    const part = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    const sockets = Array.from({ length: 9 }, (_, n) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(head.replace('Host:', `X-Forwarded-For: 192.0.2.${n}\r\nHost:`) + part);
      return socket;
    });
    const photo = await phonePhoto();
    const values = { kind: '' };
    await until(
      () => post({ photo, values }),
      ({ status }) => status === 429,
    );
    expect((await post()).status).toBe(429);
    expect((await get(POINT)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(
      () => post({ photo, values }),
      ({ status }) => status === 422,
    );
  }, 60_000);
});

describe('Staff', () => {
  beforeAll(async () => {
    open = await start();
  });
  afterAll(() => open.close());

  it('see the report and its photo, answer, and close the issue; visitors see no photo', async () => {
    await post({ photo: await phonePhoto(), values: { email: 'ada@example.org', words: '<script>alert(1)</script>' } });
    const anna = new ConsoleVisitor(open.origin);
    anna.cookies.set('operator-language', 'en');
    await anna.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    const point = `/operator/stations/points/${encodeURIComponent('DE*FRW*E2002*2')}`;
    expect(await anna.page('/operator')).toMatch(/<\/a> · \d reports?</);
    expect(await anna.page('/operator')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const html = await anna.page(point);
    expect(html.indexOf('Fault reports (1)')).toBeLessThan(html.indexOf(`${point}/switch-off`));
    expect(html).toMatch(/<b>[^<]*€[^<]* per kWh<\/b>/);
    expect(html).not.toContain('0.0 kW');
    expect(html).toContain('Fault reports (1)');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('ada@example.org');
    const photoPath = /<img src="([^"]+\/photo)"/.exec(html)?.[1] ?? '';
    const photo = await anna.get(photoPath);
    expect(Object.fromEntries(photo.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="?report-[\w-]+\.jpg"?$/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store, no-transform',
    });
    expect(await isUpright(new Uint8Array(await photo.arrayBuffer()))).toBe(true);
    expect((await fetch(open.origin + photoPath, { redirect: 'manual' })).status).toBe(303);

    const answer = photoPath.replace(/photo$/, 'answer');
    const answerPage = await anna.page(answer);
    for (const known of ['Plug damaged or stuck', 'Plug 1', '&lt;script&gt;alert(1)&lt;/script&gt;', photoPath, 'Neusser Straße'])
      expect(answerPage.slice(0, answerPage.indexOf('name="words"'))).toContain(known);
    expect(answerPage).not.toContain('name="reason"');
    const empty = await anna.send(answer, { words: ' ' });
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('Write an answer.')]);
    expect((await anna.send(answer, { words: 'Thank you' })).headers.get('location')).toBe(`${point}?done=answered`);
    expect(await anna.page(point)).toContain('Thank you');

    const close = `${point}/faults/close`;
    const listed = await anna.page(close);
    expect(listed).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(listed).not.toContain('checked=""');
    await anna.send(`${point}/switch-off`, { reason: 'Bent' });
    expect(await anna.page(close)).toContain('It stays disabled until you enable it on its page.');
    const refused = await anna.send(close, { outcome: '', reason: '' });
    const faults = await refused.text();
    expect(refused.status).toBe(422);
    for (const fault of ['Choose an outcome.', 'Enter a reason. It is stored in the audit log.']) expect(faults).toContain(fault);
    expect(/<input[^>]*id="reason"[^>]*>/.exec(faults)?.[0]).toContain('aria-invalid="true"');
    const closed = await anna.send(`${point}/faults/close`, { outcome: 'not-confirmed', reason: 'Nothing found' });
    expect(closed.headers.get('location')).toBe(`${point}?done=closed`);
    const after = await anna.page(`${point}?done=closed`);
    expect(after).toContain('The fault reports are closed. Offer the charging point again?');
    expect(after).toContain(`href="${point}/switch-on"`);
    expect(await anna.page(point)).not.toContain('Fault reports');
    expect(await anna.page('/operator')).not.toMatch(/ · \d reports?</);
    expect(await anna.page('/operator/audit')).toContain('Close fault reports');
  });
});
