import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSecurityEvents,
  listSecurityEvents,
  securityEventTypeIn,
} from '../../server/stations/ocpp/messages/securityEvents.ts';
import { SECURITY_EVENT_TYPES, type SecurityEvent } from '../../shared/console/securityEvents.ts';
import { HOUR_MS } from '../../shared/model/time.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

const ALERTS = [
  ...['FailedToAuthenticateAtCsms', 'MemoryExhaustion', 'TamperDetectionActivated'],
  ...['InvalidFirmwareSignature', 'InvalidCsmsCertificate'],
];
const SECRET = 'maintenance user Anna, 192.0.2.7';

describe.each(['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'] as const)('Security events of a station with %s', protocol => {
  let station: ScriptedStation;
  beforeEach(async () => {
    station = await openScriptedStation(protocol);
  });
  afterEach(() => station.close());

  const event = (type: string, more: object = {}) =>
    station.send('SecurityEventNotification', { type, timestamp: station.at(), techInfo: SECRET, ...more });
  const list = () => listSecurityEvents(station.store, 'CP1');

  it('are stored by type, and the dangerous ones alert staff', async () => {
    const types = Object.keys(SECURITY_EVENT_TYPES);
    for (const type of types) {
      expect(await event(type)).toEqual({});
      await station.clock.pass(1000);
    }
    expect((await list()).map(({ type }) => type)).toEqual(types.toReversed());
    expect(station.securityAlerts.toSorted()).toEqual(ALERTS.toSorted());
  });

  it('have one name in all versions', async () => {
    for (const type of ['FailedToAuthenticateAtCentralSystem', 'InvalidCentralSystemCertificate']) await event(type);
    expect(station.securityAlerts).toEqual(['FailedToAuthenticateAtCsms', 'InvalidCsmsCertificate']);
  });

  it('are one stored line while they repeat within an hour, and a new line and alert afterwards', async () => {
    const at = station.at();
    await event('TamperDetectionActivated');
    expect(await list()).toEqual([{ type: 'TamperDetectionActivated', count: 1, firstAt: at, lastAt: at }]);
    await station.clock.pass(2 * HOUR_MS);
    await station.reconnect();
    const events = openEvents();
    await events.note('CP1', { type: 'TamperDetectionActivated', timestamp: station.at() });
    expect((await list()).map(({ count }) => count)).toEqual([1, 1]);
  });

  it('have no text of the station but a bounded word, which is stored without unusual characters', async () => {
    const hostile = '<script>\u0000\u001b[31m\u202e alert("x")</script>';
    expect(await event(hostile.padEnd(2000, 'x'), { techInfo: 'p'.repeat(10_000), timestamp: 'yesterday' })).toEqual({});
    // Further own words are counted in memory for a minute.
    expect(await event('', { techInfo: '\u0000' })).toEqual({});
    const [stored, ...others] = await list();
    expect(others).toEqual([]);
    expect(stored?.type).toMatch(/^script 31m alert x script x*$/);
    expect(stored?.type.length).toBeLessThanOrEqual(50);
    const rows = JSON.stringify(await station.store.list(''));
    for (const text of [SECRET, 'ppppp', '<script>']) expect(rows).not.toContain(text);
  });

  it('of impossible times count from their receipt', async () => {
    for (const [type, timestamp] of [
      ['FirmwareUpdated', '1970-01-01T00:00:00Z'],
      ['SettingSystemTime', '2099-01-01T00:00:00Z'],
    ] as const)
      await event(type, { timestamp });
    expect((await list()).map(({ lastAt }) => lastAt)).toEqual([station.at(), station.at()]);
  });

  it('are answered only when the alert is raised, so that the station repeats the message', async () => {
    station.listening.isAway = true;
    const lost = event('TamperDetectionActivated').catch(() => 'no answer');
    await station.until(
      async () => station.listening.refusedEvents,
      count => count === 1,
    );
    expect(await list()).toEqual([]);
    station.listening.isAway = false;
    expect(await event('TamperDetectionActivated')).toEqual({});
    expect([station.securityAlerts, (await list()).length]).toEqual([['TamperDetectionActivated'], 1]);
    await station.leave();
    expect(await lost).toBe('no answer');
  });

  function openEvents(writeEveryMs?: number) {
    const { store, clock } = station;
    return createSecurityEvents({
      ...{ store, clocks: { offsetMs: () => 0 }, listener: () => ({}), now: () => clock.now() },
      ...(writeEveryMs === undefined ? {} : { writeEveryMs }),
    });
  }
});

describe('A flood of security events', () => {
  let rows: Map<string, unknown>;
  let writes: number;
  let alerts: string[];
  const events = (writeEveryMs: number) =>
    createSecurityEvents({
      store: {
        get: async key => rows.get(key) ?? null,
        async change(key, work) {
          writes++;
          const row = work(rows.get(key) ?? null);
          rows.set(key, row);
          return row;
        },
      },
      clocks: { offsetMs: () => 0 },
      listener: () => ({ reportSecurityEvent: async ({ type }) => void alerts.push(type) }),
      now: () => new Date('2026-11-28T10:00:00Z'),
      writeEveryMs,
    });
  const lines = () => (rows.get('security:CP1') as { lines: readonly SecurityEvent[] }).lines;
  beforeEach(() => {
    rows = new Map();
    writes = 0;
    alerts = [];
  });

  it('changes one row once in each interval for each type, and counts all events', async () => {
    const { note } = events(100);
    for (let n = 0; n < 5000; n++) await note('CP1', { type: n % 2 ? 'InvalidMessages' : 'TamperDetectionActivated' });
    expect(writes).toBeLessThanOrEqual(2 * 30);
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(lines().map(({ type, count }) => [type, count])).toEqual(
      expect.arrayContaining([
        ['InvalidMessages', 2500],
        ['TamperDetectionActivated', 2500],
      ]),
    );
    expect([alerts, rows.size]).toEqual([['TamperDetectionActivated'], 1]);
  });

  it('of ever new words is one write, and does not displace the events of the standard', async () => {
    const { note } = events(50);
    await note('CP1', { type: 'MemoryExhaustion' });
    for (let n = 0; n < 3000; n++) await note('CP1', { type: `Word-${n}` });
    await new Promise(resolve => setTimeout(resolve, 200));
    for (let n = 0; n < 3000; n++) await note('CP1', { type: `Other-${n}` });
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(lines().filter(({ type }) => type === 'MemoryExhaustion')).toHaveLength(1);
    expect(lines().length).toBeLessThanOrEqual(11);
    expect(writes).toBeLessThan(40);
  });

  it('has bounded lines even if the times of the station jump', async () => {
    const types = Object.keys(SECURITY_EVENT_TYPES);
    for (let day = 1; day <= 28; day++)
      for (const type of types)
        await events(1).note('CP1', { type, timestamp: `2026-02-${String(day).padStart(2, '0')}T10:00:00Z` });
    expect(lines()).toHaveLength(40);
  });
});

it.each([
  ['constructor', 'constructor'],
  [undefined, 'unknown'],
  [{ a: 1 }, 'unknown'],
  ['VendorDoorOpen 7.1-b', 'VendorDoorOpen 7.1-b'],
  ['=cmd|x', 'cmd x'],
  ['\u202e\u0000', 'unknown'],
])('The type %j is stored as "%s"', (type, stored) => {
  expect(securityEventTypeIn({ type })).toBe(stored);
});
