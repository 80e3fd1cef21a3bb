import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runStation } from '../../scripts/stationCommands.ts';
import { isPassword } from '../../server/adapters/ocpp/registry/passwords.ts';
import { keepRegistry } from '../../server/adapters/ocpp/registry/registry.ts';
import { ocppRows } from '../../server/compose/sources.ts';
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

  /** Beside the running app, whose clock goes on. */
  async function command(...words: string[]): Promise<string> {
    const now = (await shop.ocpp.held())[0]?.seenAt ?? new Date();
    let isOver = false;
    const said = runStation({ store: shop.store, now }, words).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await shop.pass(1);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    return (await said).lines.join('\n');
  }
  const isConnected = async () => (await shop.stations.see(STATION)).isConnected;
  const kept = () => keepRegistry({ store: ocppRows(shop.store), now: () => new Date() }).find(STATION);

  it('take a new password, which counts alone as soon as it has come with it (A_09)', async () => {
    const { password: before } = await shop.stations.see(STATION);
    expect(await command('password', STATION)).toBe('It is done.');
    await until(
      async () => (await kept())?.nextPasswords?.length,
      count => count === 0,
    );
    await until(isConnected, is => is);
    const { password: after } = await shop.stations.see(STATION);
    expect(after).not.toBe(before);
    const comes = (password: string | null) => isPassword(Buffer.from(password ?? ''), known);
    const known = (await kept())?.password ?? { salt: '', hash: '' };
    expect([comes(before), comes(after)]).toEqual([false, true]);
  });

  it('keep the old password where it refuses the new one (A_10)', async () => {
    const name = version === '1.6' ? 'AuthorizationKey' : 'SecurityCtrlr.BasicAuthPassword';
    const { password } = (await kept()) ?? {};
    await shop.stations.turn(STATION, { settings: { [name]: { is: 'rejected' } } });
    expect(await command('password', STATION)).toBe('The station refuses it.');
    expect(await kept()).toMatchObject({ password, nextPasswords: [] });
  });

  it.each([
    ['an EVSE (G_03, G_04)', ['1']],
    ['all of it (G_05, G_06)', []],
  ])('put %s out of service, and into it again', async (_, which) => {
    expect(await command('availability', STATION, 'off', ...which)).toBe('It is done.');
    expect((await shop.stations.see(STATION)).plugs[0]?.status).toBe('Unavailable');
    expect(await command('availability', STATION, 'on', ...which)).toBe('It is done.');
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

  it('restart only when nobody charges there (B_20), and checks a record by the key that was read from its meter', async () => {
    const ordered = await driver.paid();
    await shop.pass(600);
    expect(await command('reset', STATION)).toBe('Not done: somebody charges there, or is about to.');
    await shop.operator.stopSession(ordered);
    await shop.pass(200);
    const session = await driver.sessionOf(ordered);
    expect(session.state).toBe('completed');
    const rows = await shop.store.db.selectFrom('signed_values').select(['public_key']).execute();
    expect(rows.map(row => /^30[0-9a-f]+$/.test(row.public_key ?? ''))).toEqual([true, true]);
    expect(await command('reset', STATION)).toBe('It is done.');
    await until(
      async () => (await shop.stations.heard(STATION, 'Reset')).length,
      count => count === 1,
    );
  });

  it('nothing that is not connected, or not known', async () => {
    // It is back from its restart.
    await shop.pass(30);
    await shop.stations.end(STATION);
    await shop.pass(1);
    expect(await command('reset', STATION)).toBe(`${STATION} is not connected.`);
    expect(await command('password', 'HOTEL 9')).toBe('There is no station HOTEL 9.');
  });
});
