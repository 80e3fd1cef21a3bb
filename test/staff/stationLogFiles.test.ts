import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listStationLogFiles } from '../../server/staff/stations/stationLogFiles.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { createLogFileRows, removeOldLogFiles } from '../../server/store/staff/stationLogFiles.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { type ApiClient, addToken, createApiClient } from '../support/apiClient.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { freePort } from '../support/freePort.ts';
import { openStations, type SimulatedStations } from '../support/ocpp/openStations.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const STATION = 'HOTEL 1';
const EVSE = 'DE*BLF*E1001*1';
const AT = `/stations/${encodeURIComponent(STATION)}`;
const PAGE = `/operator/stations/ocpp/${encodeURIComponent(STATION)}/log-files`;
const MB = 1024 * 1024;

describe.each(['1.6', '2.0.1', '2.1'] as const)('A station with OCPP %s that is asked for a log file', version => {
  const isOld = version === '1.6';
  let running: RunningApp;
  let store: Store;
  let stations: SimulatedStations;
  let api: ApiClient;
  let petra: ConsoleVisitor;
  const folder = mkdtempSync(path.join(tmpdir(), 'station-log-files-'));

  beforeAll(async () => {
    cpSync('demo', folder, { recursive: true });
    writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify({ [STATION]: [EVSE] }));
    // The addresses of uploads contain the port. A command waits 30 s by the app's clock, which is therefore not as fast as in other tests.
    const port = await freePort();
    const env = { STATIONS: 'simulator,ocpp', OPERATOR_DATA: folder, OPERATOR_API_TOKEN: COMMAND_TOKEN, PORT: String(port) };
    running = await startApp({ speed: 10, env, port });
    store = openStore(running.config);
    const token = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES });
    api = createApiClient(running.origin, token.secret);
    const added = await act('add-station', { protocol: null });
    stations = await openStations({ stations: [], startsAt: null });
    const url = `${running.origin.replace('http', 'ws')}/ocpp`;
    const { password } = added.body.access;
    await stations.add([{ id: STATION, version, url, password, plugs: 1, evseIds: [EVSE] }]);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    await petra.page(`${PAGE}?language=en`);
    await until(
      () => petra.page(PAGE.replace('/log-files', '')),
      html => html.includes('Simulated'),
    );
  }, 60_000);
  afterAll(async () => {
    await stations.end();
    await stations.close();
    await store.close();
    await running.close();
    rmSync(folder, { recursive: true });
  });

  const act = (does: string, body: object) =>
    api.post(`${AT}/${does}`, { reason: 'Check', ...body }, { 'Idempotency-Key': randomUUID() });
  /** Read from the database, because the API limits the requests of a token. */
  const files = () => listStationLogFiles(store.db, STATION);
  const action = (log: string) => (isOld && log === 'diagnostics' ? 'GetDiagnostics' : 'GetLog');
  const locations = async (log = 'diagnostics') =>
    (await stations.received(STATION, action(log))).map(({ payload }) =>
      String('log' in payload ? (payload.log as { remoteLocation: string }).remoteLocation : payload.location),
    );
  const download = async (id: string) => {
    const response = await petra.get(`${PAGE}/${id}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const partCount = async () => (await store.db.selectFrom('station_log_parts').select('part').execute()).length;

  it.each(['diagnostics', 'security'] as const)('uploads its %s, which staff download', async log => {
    const text = `${log} ${'ü'.repeat(400_000)}`;
    await stations.set(STATION, { log: { text } });
    const sent = await petra.send(`${PAGE}/request`, { log, to: '', reason: 'Support asks' });
    expect(sent.headers.get('location')).toBe(PAGE);
    const [file] = await until(files, ([newest]) => newest?.kind === log && newest.file !== null);
    expect(file).toMatchObject({
      state: 'uploaded',
      to: null,
      file: { name: 'station.log', sizeBytes: Buffer.byteLength(text) },
    });
    const { response, bytes } = await download(file?.id ?? '');
    expect(bytes.toString()).toBe(text);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=HOTEL_1-station.log');
    expect(await petra.page(PAGE)).toContain(`href="${PAGE}/${file?.id}"`);
    const { lines } = (await api.get('/audit')).body;
    expect(lines[0]).toMatchObject({ does: 'export', about: STATION });
  });

  it('shows no secret of the upload address in the messages of the station, nor in the database', async () => {
    const { body } = await api.get(`${AT}/messages`);
    const rows = await Promise.all(
      (['operator_acts', 'key_values', 'station_log_files'] as const).map(name =>
        store.db.selectFrom(name).selectAll().execute(),
      ),
    );
    for (const location of [...(await locations()), ...(await locations('security'))]) {
      const token = new URL(location).pathname.split('/')[3] ?? '';
      expect(token).toHaveLength(43);
      expect(JSON.stringify(body)).not.toContain(token.slice(0, 12));
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  it('sends the file to a server of the operator, whose password is stored nowhere', async () => {
    const to = 'ftp://logs:s3cret-word@files.example/in/';
    expect((await act('request-log', { log: 'diagnostics', to })).status).toBe(200);
    expect((await locations()).at(-1)).toBe(to);
    const [file] = await until(files, ([newest]) => newest?.state === 'failed');
    expect(file).toMatchObject({ to: 'files.example', file: null });
    expect(await petra.page(PAGE)).toContain('The upload has failed');
    const tables = ['operator_acts', 'key_values', 'station_log_files', 'audit'] as const;
    for (const table of tables) {
      const rows = await store.db.selectFrom(table).selectAll().execute();
      expect([table, JSON.stringify(rows).includes('s3cret-word')]).toEqual([table, false]);
    }
  });

  it('is asked only for a known log, with a reason and a usable address', async () => {
    const before = (await locations()).length;
    for (const [values, fault] of [
      [{ log: '__proto__', reason: 'Check' }, 'Choose a log.'],
      [{ log: 'diagnostics', reason: ' ' }, 'Enter a reason.'],
      [{ log: 'diagnostics', to: 'javascript:alert(1)', reason: 'Check' }, 'Enter an address that begins with http'],
      [{ log: 'diagnostics', to: 'files.example', reason: 'Check' }, 'Enter an address that begins with http'],
    ] as const) {
      const sent = await petra.send(`${PAGE}/request`, values);
      expect([values, sent.status, (await sent.text()).includes(fault)]).toEqual([
        values,
        values.log === '__proto__' ? 409 : 422,
        true,
      ]);
    }
    expect((await locations()).length).toBe(before);
  });

  it('is named as refusing where it has no log, and the request leaves no trace that waits', async () => {
    await stations.set(STATION, { log: { text: null } });
    const before = (await files()).length;
    const { status, body } = await act('request-log', { log: 'diagnostics', to: null });
    const why = isOld ? 'The station has named no log file.' : 'The station rejected the command.';
    expect([status, body.detail]).toEqual([409, expect.stringContaining(why)]);
    // A station with OCPP 1.6 may upload a file although it has named none.
    const after = await files();
    expect(after.length - before).toBe(isOld ? 1 : 0);
    if (isOld) expect(after[0]).toMatchObject({ state: 'none', file: null });
    await stations.set(STATION, { unknownActions: ['GetLog', 'GetDiagnostics'] });
    expect((await act('request-log', { log: 'diagnostics', to: null })).body.detail).toBe('The station rejected the command.');
    expect((await files()).length).toBe(after.length);
    await stations.set(STATION, { unknownActions: [] });
  });

  it('belongs to the operator: a person who is limited to a brand neither lists nor downloads its files', async () => {
    const limited = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES, name: 'Partner', brand: 'blaufink' });
    const partner = createApiClient(running.origin, limited.secret);
    const [newest] = (await files()).filter(({ file }) => file !== null);
    for (const at of ['', `/${newest?.id}`]) expect((await partner.get(`${AT}/log-files${at}`)).status).toBe(403);
    expect((await api.get(`${AT}/log-files`)).body).toEqual(await files());
    expect((await api.get(`${AT}/log-files/${newest?.id}`)).status).toBe(200);
    expect((await api.get(`/stations/OTHER/log-files/${newest?.id}`)).status).toBe(404);
  });

  if (!isOld) return;

  describe('and then uploads by itself', () => {
    interface Sent {
      method?: string;
      headers?: Record<string, string>;
      body?: Iterable<Uint8Array>;
    }
    /** Sends a request whose path is not normalised, and returns the status of the answer. */
    async function upload(
      url: string,
      { method = 'PUT', headers = {}, body = [Buffer.from('a log')] }: Sent = {},
    ): Promise<number> {
      const { hostname, port } = new URL(running.origin);
      const sent = httpRequest({ hostname, port, path: url.replace(/^http:..[^/]+/, ''), method, headers });
      sent.on('error', () => undefined);
      const answered = once(sent, 'response').then(([response]) => {
        response.resume();
        return response.statusCode as number;
      });
      for (const chunk of body) {
        if (sent.destroyed) break;
        if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), answered]);
      }
      sent.end();
      return answered;
    }
    /** Requests a log file of a station that uploads nothing, and returns the address for an upload. */
    async function requested(): Promise<string> {
      await stations.set(STATION, { log: { text: null } });
      await act('request-log', { log: 'diagnostics', to: null });
      return (await locations()).at(-1) ?? '';
    }
    const newest = async () => (await files())[0];

    it('is refused without a request, as another method, as a part of a file and as an empty file', async () => {
      const location = await requested();
      const parts = await partCount();
      const other = location.replace(/files\/.{5}/, 'files/AAAAA');
      expect(await upload(`${other}a.log`)).toBe(404);
      expect(await upload(`${running.origin}/ocpp/files/`)).toBe(404);
      expect(await upload(`${location}a.log`, { method: 'GET', body: [] })).toBe(405);
      expect(await upload(`${location}a.log`, { headers: { 'Content-Range': 'bytes 0-4/9' } })).toBe(400);
      expect(await upload(`${location}a.log`, { body: [] })).toBe(400);
      expect((await newest())?.file).toBeNull();
      expect(await partCount()).toBe(parts);
    });

    it('is refused above 50 MB, whether the size is declared or not, and nothing of it stays', async () => {
      const location = await requested();
      const parts = await partCount();
      expect(await upload(`${location}a.log`, { headers: { 'Content-Length': String(51 * MB) }, body: [] })).toBe(413);
      function* tooMuch() {
        for (let sent = 0; sent < 51; sent++) yield Buffer.alloc(MB, 1);
      }
      expect(await upload(`${location}a.log`, { body: tooMuch() })).toBe(413);
      expect((await newest())?.file).toBeNull();
      expect(await partCount()).toBe(parts);
    }, 30_000);

    it('is stored in small parts at exactly 50 MB, and comes back unchanged', async () => {
      const location = await requested();
      const hash = createHash('sha256');
      function* large() {
        for (let sent = 0; sent < 50; sent++) {
          const chunk = Buffer.alloc(MB, sent);
          hash.update(chunk);
          yield chunk;
        }
      }
      expect(await upload(`${location}a.log`, { body: large() })).toBe(201);
      const file = await newest();
      expect(file?.file?.sizeBytes).toBe(50 * MB);
      const stored = await store.db
        .selectFrom('station_log_parts')
        .select(eb => eb.fn.max(eb.fn<number>('length', ['bytes'])).as('longest'))
        .executeTakeFirst();
      expect(Number(stored?.longest)).toBeLessThan(MB);
      const { bytes } = await download(file?.id ?? '');
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash.digest('hex'));
    }, 60_000);

    it.each([
      ['/../../../etc/passwd', 'passwd'],
      ['..%2F..%2F.ssh%2Fconfig', 'config'],
      ['%E0%A4%A', 'E0_A4_A'],
      ['', 'log'],
      [`${'a'.repeat(300)}.log`, `${'a'.repeat(96)}.log`],
      ['/double/slash.log', 'slash.log'],
    ])('is named by letters and digits only: %s', async (name, expected) => {
      const location = await requested();
      expect(await upload(`${location}${name}`)).toBe(201);
      expect((await newest())?.file?.name).toBe(expected);
    });

    it('is also received as a form', async () => {
      const location = await requested();
      const form = new FormData();
      form.append('kind', 'diagnostics');
      form.append('file', new Blob(['a log in a form']), '../../x y.log');
      expect((await fetch(location, { method: 'POST', body: form })).status).toBe(201);
      const file = await newest();
      expect(file?.file?.name).toBe('x_y.log');
      expect((await download(file?.id ?? '')).bytes.toString()).toBe('a log in a form');
      const withoutFile = await requested();
      const empty = new FormData();
      empty.append('kind', 'diagnostics');
      expect((await fetch(withoutFile, { method: 'POST', body: empty })).status).toBe(400);
    });

    it('does not begin without the right secret, however many connections wait', async () => {
      const wrong = Array.from({ length: 10 }, () => {
        const { hostname, port } = new URL(running.origin);
        const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Transfer-Encoding': 'chunked' };
        const path = `/ocpp/files/${'A'.repeat(43)}/`;
        const sent = httpRequest({ hostname, port, path, method: 'POST', headers });
        sent.on('error', () => undefined);
        sent.write('--b');
        return once(sent, 'response').then(([response]) => [response.statusCode, response.headers.connection]);
      });
      expect(await Promise.all(wrong)).toEqual(wrong.map(() => [404, 'close']));
      expect(await upload(`${await requested()}a.log`)).toBe(201);
    });

    it('ends when the same file is uploaded again, so that one file takes one place', async () => {
      const location = await requested();
      const { hostname, port } = new URL(running.origin);
      const first = httpRequest({ hostname, port, path: `${new URL(location).pathname}a.log`, method: 'PUT' });
      const ended = new Promise(resolve => first.once('close', resolve));
      first.on('error', () => undefined);
      const before = await partCount();
      first.write(Buffer.alloc(MB, 7));
      await until(partCount, count => count > before);
      expect(await upload(`${location}a.log`, { body: [Buffer.from('the second')] })).toBe(201);
      await ended;
      expect((await download((await newest())?.id ?? '')).bytes.toString()).toBe('the second');
    });

    it.each([
      ['no end', '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nbytes'],
      ['no part', '--b--\r\n'],
      ['a part without a header', '--b\r\nnot a header\r\n\r\nbytes\r\n--b--\r\n'],
      ['nothing', ''],
    ])('as a form with %s is refused, and nothing of it stays', async (_name, body) => {
      const location = await requested();
      const parts = await partCount();
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      expect(await upload(location, { method: 'POST', headers, body: [Buffer.from(body)] })).toBe(400);
      expect((await newest())?.file).toBeNull();
      expect(await partCount()).toBe(parts);
    });

    it('writes no part once its request is removed', async () => {
      const location = await requested();
      const { hostname, port } = new URL(running.origin);
      const sent = httpRequest({ hostname, port, path: `${new URL(location).pathname}a.log`, method: 'PUT' });
      sent.on('error', () => undefined);
      const answered = once(sent, 'response').then(([response]) => response.statusCode);
      const before = await partCount();
      sent.write(Buffer.alloc(MB, 7));
      await until(partCount, count => count > before);
      const id = (await newest())?.id ?? '';
      await createLogFileRows(store).remove(id);
      sent.end(Buffer.alloc(MB, 7));
      expect(await answered).toBe(409);
      const left = store.db.selectFrom('station_log_parts').select('part').where('log_file_id', '=', id);
      expect(await left.execute()).toEqual([]);
    });

    it('begins anew after a cut, is received once, and does not change afterwards', async () => {
      const location = await requested();
      const { hostname, port } = new URL(running.origin);
      const cut = httpRequest({ hostname, port, path: `${new URL(location).pathname}a.log`, method: 'PUT' });
      cut.on('error', () => undefined);
      const before = await partCount();
      cut.write(Buffer.alloc(MB, 7));
      await until(partCount, count => count > before);
      cut.destroy();
      expect(await upload(`${location}a.log`, { body: [Buffer.from('complete')] })).toBe(201);
      expect(await upload(`${location}a.log`, { body: [Buffer.from('another')] })).toBe(200);
      const file = await newest();
      expect((await download(file?.id ?? '')).bytes.toString()).toBe('complete');
      const { attempt } = await store.db
        .selectFrom('station_log_files')
        .select('attempt')
        .where('id', '=', file?.id ?? '')
        .executeTakeFirstOrThrow();
      const own = store.db
        .selectFrom('station_log_parts')
        .select('attempt')
        .where('log_file_id', '=', file?.id ?? '');
      await until(
        () => own.execute(),
        rows => rows.length === 1 && rows[0]?.attempt === attempt,
      );
    });

    it('comes too late after a day, and a file is removed after its time with all its parts', async () => {
      const location = await requested();
      const file = await newest();
      const old = Date.parse(file?.requestedAt ?? '') - 25 * 3_600_000;
      await store.db
        .updateTable('station_log_files')
        .set({ requested_at: old })
        .where('id', '=', file?.id ?? '')
        .execute();
      expect(await upload(`${location}a.log`)).toBe(404);
      await removeOldLogFiles(store, new Date(Date.parse(file?.requestedAt ?? '') + 1));
      expect([(await files()).length, await partCount()]).toEqual([0, 0]);
    });

    it('leaves the ten latest requests of a station', async () => {
      for (let count = 0; count < 11; count++) await requested();
      expect((await files()).length).toBe(10);
    });
  });
});
