import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ocppRows } from '../../server/compose/sources.ts';
import { isPassword } from '../../server/stations/ocpp/chargePoints/passwords.ts';
import { createStationRegistry } from '../../server/stations/ocpp/chargePoints/registry.ts';
import { listActs } from '../../server/store/staff/acts.ts';
import { runWords } from '../support/commandLines.ts';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { type OcppShop, openOcppShop, STATION } from '../support/ocpp/openOcppShop.ts';
import { until } from '../support/until.ts';

describe.each(['1.6', '2.0.1'] as const)('A person has a station that speaks OCPP %s', version => {
  let shop: OcppShop;
  let driver: ReturnType<typeof createOcppDriver>;
  beforeAll(async () => {
    const switches = {
      driver: { plugsInAfterMs: 5000, leavesAfterMs: 20_000 },
      signed: { kind: 'one record', key: 'setting' },
    } as const;
    shop = await openOcppShop(version, { [STATION]: switches });
    driver = createOcppDriver(shop);
  });
  afterAll(() => shop.close());

  /** Runs an operator command while the app's clock advances. */
  async function command(...words: string[]): Promise<string> {
    const now = (await shop.ocpp.held())[0]?.seenAt ?? new Date();
    const who = words[0] === 'log' || words[0] === 'settings' ? [] : ['--who', 'Petra Lindqvist'];
    let isOver = false;
    const running = runWords({ store: shop.store, now }, ['station', ...words, ...who]).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await shop.pass(1);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    return (await running).lines.join('\n');
  }
  const audited = async () =>
    (await listActs(shop.store.db, { limit: 10 })).map(({ who, does, about, isDone }) => [who, does, about, isDone]);
  const isConnected = async () => (await shop.stations.see(STATION)).isConnected;
  const findStored = () => createStationRegistry({ store: ocppRows(shop.store), now: () => new Date() }).find(STATION);

  it('take a new password, which counts alone as soon as it has come with it (A_09)', async () => {
    const { password: before } = await shop.stations.see(STATION);
    expect(await command('password', STATION)).toBe('Done.');
    await until(
      async () => (await findStored())?.nextPasswords?.length,
      count => count === 0,
    );
    await until(isConnected, is => is);
    const { password: after } = await shop.stations.see(STATION);
    expect(after).not.toBe(before);
    const comes = (password: string | null) => isPassword(Buffer.from(password ?? ''), known);
    const known = (await findStored())?.password ?? { salt: '', hash: '' };
    expect([comes(before), comes(after)]).toEqual([false, true]);
  });

  it('keep the old password where it refuses the new one (A_10)', async () => {
    const name = version === '1.6' ? 'AuthorizationKey' : 'SecurityCtrlr.BasicAuthPassword';
    const { password } = (await findStored()) ?? {};
    await shop.stations.set(STATION, { settings: { [name]: { is: 'rejected' } } });
    expect(await command('password', STATION)).toBe('The station rejected the command.');
    expect(await findStored()).toMatchObject({ password, nextPasswords: [] });
  });

  it.each([
    ['an EVSE (G_03, G_04)', ['1']],
    ['all of it (G_05, G_06)', []],
  ])('put %s out of service, and into it again', async (_, which) => {
    expect(await command('availability', STATION, 'off', ...which)).toBe('Done.');
    expect((await shop.stations.see(STATION)).plugs[0]?.status).toBe('Unavailable');
    expect(await command('availability', STATION, 'on', ...which)).toBe('Done.');
    expect((await shop.stations.see(STATION)).plugs[0]?.status).toBe('Available');
  });

  it('show its last messages, which say nothing of who charges there', async () => {
    const ordered = await driver.paid();
    await shop.pass(120);
    const log = await command('log', STATION);
    await shop.operator.stopSession(ordered);
    await shop.pass(200);
    const after = await command('log', STATION);
    expect(after).toMatch(/→ {2}Re(mote|quest)StartTransaction .*…/);
    expect(after).toMatch(/← {2}(MeterValues|TransactionEvent) .*"value":/);
    expect(after).toMatch(/answered \{"status":"Accepted"/);
    const { authorizationReference } = await driver.sessionOf(ordered);
    const { password } = await shop.stations.see(STATION);
    for (const secret of [authorizationReference, password ?? '', 'OCMF'])
      expect(`${log}\n${after}`.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(after.split('\n').length).toBeLessThanOrEqual(100);
  });

  it('read all settings, without secrets, and change one by its name', async () => {
    const names =
      version === '1.6'
        ? {
            interval: 'HeartbeatInterval',
            secret: 'AuthorizationKey',
            fixed: 'NumberOfConnectors',
            required: 'ConnectionTimeOut',
          }
        : {
            interval: 'OCPPCommCtrlr.HeartbeatInterval',
            secret: 'SecurityCtrlr.BasicAuthPassword',
            fixed: 'SecurityCtrlr.SecurityProfile',
            required: 'TxCtrlr.EVConnectionTimeOut',
          };
    expect(await command('set', STATION, names.interval, '77')).toContain('Read the settings first.');
    expect(await command('read-settings', STATION)).toContain('The station sends its settings.');
    const settings = async (find: string) =>
      (await command('settings', STATION, '--find', find)).split('\n').map(line => line.split(/ {2,}/));
    await until(
      () => command('settings', STATION),
      list => !list.includes('not complete') && list.includes(names.interval),
    );
    expect((await settings(names.secret))[1]).toEqual([names.secret, '(not shown)']);
    expect((await settings(names.fixed))[1]?.[2]).toBe('read only');
    expect((await settings(names.required))[1]?.[2]).toBe('set by the app at each boot');
    expect(await command('set', STATION, names.interval, '77')).toContain('has accepted the value');
    expect((await settings(names.interval))[1]?.[1]).toBe('77');
    for (const name of [names.secret, names.fixed, 'Unknown'])
      expect(await command('set', STATION, name, '1')).toContain('has no such setting that can be changed');
    expect(await command('set', STATION, names.interval, 'x')).toBe('The station rejected the command.');
    expect((await settings(names.interval))[1]?.[1]).toBe('77');
    const [last] = await listActs(shop.store.db, { limit: 1 });
    expect(last).toMatchObject({ does: 'change-setting', about: STATION });
  });

  it('charge with less power, and again with all of it, and refuse a power that they cannot have', async () => {
    const words = {
      '0': 'at least 1.4 kW',
      '1.3': 'at least 1.4 kW',
      '500': 'have 22 kW together',
    };
    for (const [kw, fault] of Object.entries(words))
      expect([kw, await command('limit', STATION, kw)]).toEqual([kw, expect.stringContaining(fault)]);
    for (const kw of ['much', '', '7.45', '1e3', '999999', 'OFF'])
      await expect(command('limit', STATION, kw)).rejects.toThrow('Use kilowatts such as 11 or 7.4, or off.');
    expect((await findStored())?.limit ?? null).toBeNull();
    expect(await command('limit', STATION, '7,4')).toBe('Done.');
    expect((await findStored())?.limit).toMatchObject({ limitW: 7400, state: 'confirmed' });
    const list = await runWords({ store: shop.store, now: new Date() }, ['station', 'list']);
    expect(list.lines.join('\n')).toMatch(/charging limit 7.4 kW at .*, confirmed/);
    const [last] = await listActs(shop.store.db, { limit: 1 });
    expect(last).toMatchObject({ does: 'limit-charging', about: STATION });
    expect(await command('limit', STATION, 'off')).toBe('Done.');
    expect((await findStored())?.limit).toBeNull();
  });

  it('send a message on request', async () => {
    /** Returns the messages of the station after the last request. */
    const sentSince = async () => {
      const lines = (await command('log', STATION)).split('\n');
      return lines.slice(lines.findLastIndex(line => line.includes('→  TriggerMessage ')));
    };
    for (const action of ['Heartbeat', 'StatusNotification', 'BootNotification']) {
      expect([action, await command('trigger', STATION, action)]).toEqual([action, expect.stringContaining('sends the message')]);
      await until(sentSince, lines => lines.some(line => line.includes(`←  ${action} `)));
    }
    await expect(command('trigger', STATION, 'Nonsense')).rejects.toThrow('Unknown message');
    expect(await command('trigger', STATION, 'LogStatusNotification')).toMatch(/sends the message|rejected/);
  });

  it('restart only when nobody charges there (B_20), and checks a record by the key that was read from its meter', async () => {
    const ordered = await driver.paid();
    await shop.pass(600);
    expect(await command('reset', STATION)).toBe('Not done: a session is running or about to start.');
    await shop.operator.stopSession(ordered);
    await shop.pass(200);
    const session = await driver.sessionOf(ordered);
    expect(session.state).toBe('completed');
    const rows = await shop.store.db.selectFrom('signed_values').select(['public_key']).execute();
    expect(rows.map(row => /^30[0-9a-f]+$/.test(row.public_key ?? ''))).toEqual([true, true]);
    expect(await command('reset', STATION)).toBe('Done.');
    await until(
      async () => (await shop.stations.received(STATION, 'Reset')).length,
      count => count === 1,
    );
  });

  it('list stations by identity, only those whose identity contains a text, and say how many are left out', async () => {
    const registry = createStationRegistry({ store: ocppRows(shop.store), now: () => new Date() });
    for (const id of ['ROW-3', 'ROW-1', 'ROW-2']) await registry.add(id, { protocol: null });
    const list = async (...words: string[]) =>
      (await runWords({ store: shop.store, now: new Date() }, ['station', 'list', ...words])).lines
        .filter(line => !line.startsWith(' '))
        .map(line => line.split('  ')[0]);
    expect(await list('--find', 'row-')).toEqual(['ROW-1', 'ROW-2', 'ROW-3']);
    expect(await list('--find', 'row-', '--limit', '2')).toEqual([
      'ROW-1',
      'ROW-2',
      '1 more. Narrow the list with --find or extend it with --limit.',
    ]);
    expect(await list('--find', 'ROW-2')).toEqual(['ROW-2']);
    expect(await list('--find', 'ROW-9')).toEqual(['No station with ROW-9 in its identity.']);
    for (const id of ['ROW-3', 'ROW-1', 'ROW-2']) await registry.remove(id);
  });

  it('nothing that is not connected, or not known', async () => {
    // The station restarts and reconnects.
    await shop.pass(30);
    await shop.stations.end(STATION);
    await shop.pass(1);
    expect(await command('reset', STATION)).toBe('The station is not connected.');
    expect(await command('password', 'HOTEL 9')).toBe('Unknown station HOTEL 9.');
    expect((await audited()).slice(0, 3)).toEqual([
      // The first line was refused before anything was sent. The other command was recorded, and then failed.
      ['Petra Lindqvist', 'change-password', 'HOTEL 9', false],
      ['Petra Lindqvist', 'restart-station', STATION, false],
      ['Petra Lindqvist', 'restart-station', STATION, true],
    ]);
  });

  it('add the stations of a list, all of them or none', async () => {
    const registry = createStationRegistry({ store: ocppRows(shop.store), now: () => new Date() });
    const add = (list: string, ...options: string[]) => command('add-list', '--list', list, ...options);
    const refused: readonly [string, string][] = [
      ['', 'The list has no stations.'],
      ['identity;version', 'The list has no stations.'],
      ['ROW-1\nROW-1', 'ROW-1 is in the list twice.'],
      ['ROW-1\nRöw', 'Invalid station identity "Röw".'],
      ['ROW-1;3.0', 'Unsupported OCPP version of ROW-1. Use 1.6, 2.0.1 or 2.1.'],
      [`ROW-1\n${STATION}`, `Already added: ${STATION}. Use --new-passwords to set new passwords.`],
      [Array.from({ length: 201 }, (_, index) => `ROW-${index}`).join('\n'), 'The list has more than 200 stations.'],
    ];
    for (const [list, fault] of refused) expect(await add(list)).toBe(fault);
    expect(await registry.find('ROW-1')).toBeNull();

    const rows = (await add('Identity;OCPP\r\n"ROW-1";\r\n\r\nROW-2\tOCPP1.6\r\n=ROW 3, 2.0.1\r\n')).split('\n');
    const cells = rows.map(row => row.split(';'));
    expect(cells.map(([identity, address]) => [identity, address])).toEqual([
      ['identity', 'address'],
      ['ROW-1', 'ws://localhost:3000/ocpp/ROW-1'],
      ['ROW-2', 'ws://localhost:3000/ocpp/ROW-2'],
      // The apostrophe prevents spreadsheets from reading the identity as a formula.
      ["'=ROW 3", 'ws://localhost:3000/ocpp/%3DROW%203'],
    ]);
    for (const [index, [id, protocol]] of [
      ['ROW-1', null] as const,
      ['ROW-2', 'ocpp1.6'] as const,
      ['=ROW 3', 'ocpp2.0.1'] as const,
    ].entries()) {
      const station = await registry.find(id);
      expect(station?.protocol).toBe(protocol);
      expect(isPassword(Buffer.from(cells[index + 1]?.[2] ?? ''), station?.password ?? { salt: '', hash: '' })).toBe(true);
    }
    const [, second = ''] = (await add('ROW-1', '--new-passwords')).split('\n');
    const now = await registry.find('ROW-1');
    expect(isPassword(Buffer.from(second.split(';')[2] ?? ''), now?.password ?? { salt: '', hash: '' })).toBe(true);
    const audit = JSON.stringify(await shop.store.db.selectFrom('operator_acts').selectAll().execute());
    for (const [, , password = ''] of cells.slice(1)) expect(audit).not.toContain(password);
    for (const id of ['ROW-1', 'ROW-2', '=ROW 3']) await registry.remove(id);
  });

  it('add another, give it a new password and remove it, and the audit knows who, and no password', async () => {
    const dependencies = { store: shop.store, now: new Date() };
    for (const words of [
      ['add', 'HOTEL 2'],
      ['remove', STATION],
      ['password', STATION],
      ['reset', STATION],
    ])
      await expect(runWords(dependencies, ['station', ...words])).rejects.toThrow('Missing --who');
    await expect(runWords(dependencies, ['station', 'availability', STATION, 'off'])).rejects.toThrow('Missing --who');
    const find = () => createStationRegistry({ store: ocppRows(shop.store), now: () => new Date() }).find('HOTEL 2');
    expect(await find()).toBeNull();

    const [first = '', password = '', sold] = (await command('add', 'HOTEL 2', '2.0.1')).split('\n');
    expect(first).toBe(
      'HOTEL 2 may connect to ws://localhost:3000/ocpp/HOTEL%202 with this password. The password is shown only once:',
    );
    expect(sold).toMatch(/^no charging points/);
    const known = await find();
    expect(known).toMatchObject({ protocol: 'ocpp2.0.1' });
    expect(isPassword(Buffer.from(password), known?.password ?? { salt: '', hash: '' })).toBe(true);
    const [, second = ''] = (await command('add', 'HOTEL 2', '1.6', '--reason', 'Swapped')).split('\n');
    expect(await find()).toMatchObject({ protocol: 'ocpp1.6' });
    expect(second).not.toBe(password);
    expect(await command('remove', 'HOTEL 2')).toContain('may no longer connect');
    expect(await find()).toBeNull();
    expect(await command('remove', 'HOTEL 2')).toBe('Unknown station HOTEL 2.');
    expect((await audited()).slice(0, 4)).toEqual([
      ['Petra Lindqvist', 'remove-station', 'HOTEL 2', false],
      ['Petra Lindqvist', 'remove-station', 'HOTEL 2', true],
      ['Petra Lindqvist', 'new-password', 'HOTEL 2', true],
      ['Petra Lindqvist', 'add-station', 'HOTEL 2', true],
    ]);
    const rows = JSON.stringify(await shop.store.db.selectFrom('operator_acts').selectAll().execute());
    for (const secret of [password, second]) expect(rows).not.toContain(secret);
  });
});
