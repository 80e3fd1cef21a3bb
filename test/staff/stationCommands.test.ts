import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import type { StationSettings } from '../../shared/console/stationCommands.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { type ApiClient, addToken, createApiClient } from '../support/apiClient.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { openStations, type SimulatedStations } from '../support/ocpp/openStations.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const STATION = 'HOTEL 1';
const TYPED_PASSWORD = 'typed-password-of-a-person';
const EVSE = 'DE*BLF*E1001*1';
const PAGE = `/operator/stations/ocpp/${encodeURIComponent(STATION)}`;

/** What each version of OCPP calls the settings of this test. */
const NAMES = {
  '1.6': { interval: 'HeartbeatInterval', password: 'AuthorizationKey', required: 'ConnectionTimeOut' },
  '2.1': {
    interval: 'OCPPCommCtrlr.HeartbeatInterval',
    password: 'SecurityCtrlr.BasicAuthPassword',
    required: 'TxCtrlr.EVConnectionTimeOut',
  },
} as const;

describe.each(['1.6', '2.1'] as const)('A connected station with OCPP %s', version => {
  const names = NAMES[version];
  let running: RunningApp;
  let store: Store;
  let stations: SimulatedStations;
  let api: ApiClient;
  let petra: ConsoleVisitor;
  let password: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'station-commands-'));

  beforeAll(async () => {
    cpSync('demo', folder, { recursive: true });
    writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify({ [STATION]: [EVSE] }));
    const env = { STATIONS: 'simulator,ocpp', OPERATOR_DATA: folder, OPERATOR_API_TOKEN: COMMAND_TOKEN };
    running = await startApp({ speed: 10, env });
    store = openStore(running.config);
    const token = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES });
    api = createApiClient(running.origin, token.secret);
    const added = await act('add-station', { protocol: null });
    password = added.body.access.password;
    stations = await openStations({ stations: [], startsAt: null });
    const url = `${running.origin.replace('http', 'ws')}/ocpp`;
    await stations.add([{ id: STATION, version, url, password, plugs: 1, evseIds: [EVSE] }]);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    await petra.page(`${PAGE}?language=en`);
    await until(
      () => petra.page(PAGE),
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
    api.post(
      `/stations/${encodeURIComponent(STATION)}/${does}`,
      { reason: 'Check', ...body },
      { 'Idempotency-Key': randomUUID() },
    );
  const settings = async () => (await api.get(`/stations/${encodeURIComponent(STATION)}/settings`)).body as StationSettings;
  const storedValue = async (name: string) => (await settings()).settings.find(each => each.name === name)?.value;

  it('reports all settings in the console, and never a password', async () => {
    expect(await petra.page(`${PAGE}/settings`)).toContain('The settings were never read.');
    expect((await api.get(`/stations/${encodeURIComponent(STATION)}/settings`)).status).toBe(404);
    expect((await petra.send(`${PAGE}/settings/read`, { reason: 'Check' })).headers.get('location')).toBe(`${PAGE}/settings`);
    await until(settings, ({ isComplete }) => isComplete);
    const html = await petra.page(`${PAGE}/settings`);
    for (const name of Object.values(names)) expect(html).toContain(`>${name}</span>`);
    expect(html).not.toContain(password);
    const list = (await settings()).settings;
    expect(list.find(({ name }) => name === names.password)).toMatchObject({ value: null, isSecret: true });
    expect(list.find(({ name }) => name === names.required)?.isRequired).toBe(true);
    const found = await petra.page(`${PAGE}/settings?find=${names.interval.slice(-12)}`);
    expect([found.includes(names.interval), found.includes(names.required)]).toEqual([true, false]);
  });

  it('takes a new value of a setting, which is read back, and keeps the old one that it rejects', async () => {
    const change = `${PAGE}/settings/change?setting=${encodeURIComponent(names.interval)}`;
    expect((await petra.send(change, { setting: names.interval, value: '77', reason: 'Check' })).status).toBe(303);
    expect(await storedValue(names.interval)).toBe('77');
    const rejected = await petra.send(change, { setting: names.interval, value: 'never', reason: 'Check' });
    const html = await rejected.text();
    expect([rejected.status, html.includes('The station rejects the command.')]).toEqual([409, true]);
    // The typed value stays in the form.
    expect(/name="value" [^>]*value="never"/.test(html)).toBe(true);
    expect(await storedValue(names.interval)).toBe('77');
    for (const setting of [names.password, 'Unknown']) {
      const { status, body } = await act('change-setting', { setting, value: TYPED_PASSWORD });
      expect([setting, status, body.detail]).toEqual([setting, 409, expect.stringContaining('no such setting')]);
    }
    // What a person has typed in error is stored nowhere.
    const rows = await store.db.selectFrom('operator_acts').selectAll().execute();
    const values = await store.db.selectFrom('key_values').selectAll().execute();
    expect(JSON.stringify([rows, values])).not.toContain(TYPED_PASSWORD);
    // Prices and limits depend on the settings that the app sets itself.
    const required = await act('change-setting', { setting: names.required, value: '1' });
    expect([required.status, required.body.detail]).toEqual([409, 'The app sets this setting itself.']);
    const long = await act('change-setting', { setting: names.interval, value: '7'.repeat(501) });
    expect([long.status, long.body.detail]).toEqual([409, 'A value has at most 500 characters.']);
    expect((await petra.get(`${PAGE}/settings/change?setting=Unknown`)).status).toBe(404);
    expect((await petra.get(`${PAGE}/settings/change`)).status).toBe(404);
    // The present value stands in the form, not in the address.
    const list = await petra.page(`${PAGE}/settings`);
    expect(list).toContain(`href="${change}"`);
    expect(await petra.page(change)).toMatch(/name="value" [^>]*value="77"/);
  });

  it('goes out of service and back, as a program asks, and refuses a number that is no EVSE', async () => {
    const state = async () => (await stations.see(STATION)).plugs[0]?.status;
    for (const [isOperative, expected] of [
      [false, 'Unavailable'],
      [true, 'Available'],
    ]) {
      expect((await act('set-availability', { isOperative, evse: null })).status).toBe(200);
      await until(state, status => status === expected);
    }
    const typed = await petra.send(`${PAGE}/out-of-service`, { evse: 'left', reason: 'Check' });
    const html = await typed.text();
    const hasTyped = /name="evse" [^>]*value="left"/.test(html);
    expect([typed.status, html.includes('Enter the number of the EVSE'), hasTyped]).toEqual([422, true, true]);
    expect(await state()).toBe('Available');
  });

  it('charges with less power on request, which its page shows, and names what is wrong with a limit', async () => {
    for (const [kw, fault] of [
      ['0', 'Enter a power of at least 1.4'],
      ['-3', 'Enter a power of at least 1.4'],
      ['<b>much</b>', 'Enter a power of at least 1.4'],
      ['99999', 'together. Enter a limit up to this power.'],
    ] as const) {
      const typed = await petra.send(`${PAGE}/limit`, { kw, reason: 'Weak supply' });
      const html = await typed.text();
      expect([kw, typed.status, html.includes(fault), html.includes('<b>much</b>')]).toEqual([kw, 409, true, false]);
    }
    expect(await petra.page(PAGE)).not.toContain('Charging limit');
    const { headers } = await petra.send(`${PAGE}/limit`, { kw: '7.4', reason: 'Weak supply' });
    expect(headers.get('location')).toBe(`${PAGE}?done=limit`);
    const html = await petra.page(`${PAGE}?done=limit`);
    for (const words of ['The station has accepted the limit.', '7.4 kW', 'confirmed by the station', 'Remove limit …'])
      expect(html).toContain(words);
    const { body } = await api.get(`/stations/${encodeURIComponent(STATION)}`);
    expect(body.limit).toMatchObject({ limitW: 7400, state: 'confirmed' });
    for (const limitW of [0.5, -1, 99_999_001])
      expect([limitW, (await act('limit-charging', { limitW })).status]).toEqual([limitW, 409]);
    expect((await petra.send(`${PAGE}/limit/remove`, { reason: 'New supply' })).status).toBe(303);
    expect((await api.get(`/stations/${encodeURIComponent(STATION)}`)).body.limit).toBeNull();
  });

  it('stands in the list of stations as a CSV file, with its charging points and without its password', async () => {
    expect(await petra.page('/operator/stations')).toContain('href="/operator/stations/ocpp.csv"');
    const file = await petra.get('/operator/stations/ocpp.csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=stations-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await file.text();
    expect(text).toMatch(new RegExp(`\r\n${STATION};${EVSE.replaceAll('*', '\\*')};ocpp${version};;1;yes;.*;Simulated;`));
    expect(text).not.toContain(password);
    const { text: program } = await api.get('/stations/export?decimal=.');
    expect(program).toContain(`${STATION},${EVSE},ocpp${version},,1,yes,`);
  });

  it('shows its security events in plain words on its page, without its texts, and alerts staff', async () => {
    expect(await petra.page(PAGE)).toContain('None reported.');
    const timestamp = new Date().toISOString();
    for (const [type, times] of [
      ['TamperDetectionActivated', 3],
      ['<b>Vendor\u0000Door</b>', 1],
    ] as const)
      await stations.act(STATION, {
        ...{ act: 'send', action: 'SecurityEventNotification', times },
        payload: { type, timestamp, techInfo: TYPED_PASSWORD.padEnd(10_000, 'x') },
      });
    const html = await until(
      () => petra.page(PAGE),
      page => page.includes('The station reports: b Vendor Door b'),
    );
    expect(html).toContain('The tamper sensor was triggered: the housing may have been opened');
    await petra.page(`${PAGE}?language=de`);
    expect(await petra.page(PAGE)).toContain('Der Manipulationssensor hat ausgelöst');
    await petra.page(`${PAGE}?language=en`);
    const { body } = await api.get(`/stations/${encodeURIComponent(STATION)}/security-events`);
    expect(body.map(({ type }: { type: string }) => type).toSorted()).toEqual(['TamperDetectionActivated', 'b Vendor Door b']);
    expect((await api.get('/stations/UNKNOWN/security-events')).status).toBe(404);
    const attention = (await api.get('/overview/attention')).body as readonly { why: string; about: object; id: number }[];
    const alerts = attention.filter(({ why }) => why === 'a station reports a security event');
    expect(alerts.map(({ about }) => about)).toEqual([{ kind: 'station', name: STATION }]);
    expect(await petra.page('/operator/')).toContain('Station reports a security event');
    // A person closes the alert.
    const attentionPage = `/operator/attention/${alerts[0]?.id}`;
    await petra.send(attentionPage, { reason: 'Housing checked' }, attentionPage);
    expect(JSON.stringify((await api.get('/overview/attention')).body)).not.toContain('a station reports a security event');
    const rows = await store.db.selectFrom('key_values').selectAll().execute();
    const messages = await petra.page(`${PAGE}/messages`);
    for (const text of [JSON.stringify(rows), html, messages]) expect(text).not.toContain(TYPED_PASSWORD);
  });

  it('sends a message on request, which the page of messages shows without secrets', async () => {
    const sent = await petra.send(`${PAGE}/trigger`, { message: 'Heartbeat', reason: 'Check' });
    expect(sent.headers.get('location')).toBe(`${PAGE}/messages`);
    const html = await until(
      () => petra.page(`${PAGE}/messages`),
      page => />Heartbeat/.test(page) && page.includes('TriggerMessage'),
    );
    expect(html).toContain('BootNotification');
    expect(html).not.toContain(password);
    const { body } = await api.get(`/stations/${encodeURIComponent(STATION)}/messages`);
    expect((body as string[]).some(line => line.includes('←  Heartbeat {}'))).toBe(true);
  });

  it('refuses a form without a choice or without a reason, and does nothing', async () => {
    const before = (await stations.received(STATION)).length;
    for (const [page, values, fault] of [
      ['trigger', { message: '__proto__', reason: 'Check' }, 'Choose a message.'],
      ['restart', { how: 'hard', reason: ' ' }, 'Enter a reason.'],
      ['out-of-service', { reason: '' }, 'Enter a reason.'],
      ['change-password', { reason: '' }, 'Enter a reason.'],
    ] as const) {
      const sent = await petra.send(`${PAGE}/${page}`, values);
      expect([page, sent.status, (await sent.text()).includes(fault)]).toEqual([page, 422, true]);
    }
    expect((await act('set-availability', { isOperative: false, evse: 1e6 })).status).toBe(409);
    expect((await stations.received(STATION)).length).toBe(before);
  });

  it('restarts on request, and every command is in the audit log with its reason', async () => {
    expect((await act('restart-station', { isHard: true })).status).toBe(200);
    await until(
      async () => (await stations.received(STATION, 'Reset')).length,
      count => count === 1,
    );
    const { lines } = (await api.get('/audit?is=stations')).body;
    for (const does of ['read-settings', 'change-setting', 'set-availability', 'trigger-message', 'restart-station'])
      expect(lines.find((line: { does: string }) => line.does === does)).toMatchObject({ about: STATION, reason: 'Check' });
  });

  it('is not reached by a person who may only read, or who is limited to a brand', async () => {
    const before = (await stations.received(STATION)).length;
    const limited = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES, name: 'Partner', brand: 'blaufink' });
    const partner = createApiClient(running.origin, limited.secret);
    const at = `/stations/${encodeURIComponent(STATION)}`;
    for (const path of [`${at}/settings`, `${at}/messages`]) expect((await partner.get(path)).status).toBe(403);
    const refused = await partner.post(
      `${at}/restart-station`,
      { isHard: false, reason: 'Check' },
      { 'Idempotency-Key': randomUUID() },
    );
    expect([refused.status, refused.body.detail]).toEqual([409, 'This account is limited to the brand blaufink.']);
    expect((await stations.received(STATION)).length).toBe(before);
  });

  it('that has left is named as not connected, at once', async () => {
    await stations.end(STATION);
    await until(
      async () => (await act('read-settings', {})).body.detail,
      detail => detail === 'The station is not connected.',
    );
    expect(await petra.page(`${PAGE}/settings`)).toContain(names.interval);
  });
});
