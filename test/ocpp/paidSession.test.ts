import { afterEach, describe, expect, it } from '@jest/globals';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { type OcppShop, openOcppShop, STATION } from '../support/ocpp/openOcppShop.ts';
import type { OcppVersion } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';
import { someAddress } from '../support/someStation.ts';
import { until } from '../support/until.ts';

const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;

let shop: OcppShop;
afterEach(() => shop.close());

async function open(version: OcppVersion, switches: Changes<StationSwitches> = {}) {
  shop = await openOcppShop(version, { [STATION]: { driver: { plugsInAfterMs: 5000, leavesAfterMs: 20_000 }, ...switches } });
  return createOcppDriver(shop);
}
const register = async () => (await shop.stations.see(STATION)).plugs[0]?.registerWh ?? 0;

describe.each(VERSIONS)('At a station that speaks OCPP %s', version => {
  it('which is set as far as it lets itself be, a driver pays, charges, stops, and is billed what the meter says', async () => {
    const [refused, set] =
      version === '1.6'
        ? ['AuthorizeRemoteTxRequests', 'ConnectionTimeOut']
        : ['AuthCtrlr.AuthorizeRemoteStart', 'TxCtrlr.EVConnectionTimeOut'];
    const driver = await open(version, {
      signed: { kind: 'one record' },
      settings: { [refused]: { value: 'true', is: 'rejected' } },
    });
    const unset = async () => (await shop.ocpp.registry.find(STATION))?.unset ?? [];
    expect((await until(unset, found => found.length > 0)).join('\n')).toMatch(/asks before it starts/);
    expect((await shop.stations.see(STATION)).settings[set]).toBe('150');
    const address = someAddress({ source: 'ocpp', chargePoint: { id: STATION, evse: 1, connector: 1 } });
    expect(shop.ocpp.stations.capabilities(address)).toMatchObject({ isReachable: true, meterIntervalS: 60 });

    const before = await register();
    const ordered = await driver.paid();
    await shop.pass(20 * 60);
    expect(await driver.sessionOf(ordered)).toMatchObject({ state: 'running' });
    const { powerW, energyWh } = await driver.sessionOf(ordered);
    expect(powerW).toBeGreaterThan(10_000);
    expect(energyWh).toBeGreaterThan(3000);
    await shop.operator.stopSession(ordered);
    await shop.pass(120);
    const session = await driver.sessionOf(ordered);
    expect(session).toMatchObject({ state: 'completed', stopReason: 'driver' });
    expect(session.energyWh).toBe(Math.round((await register()) - before));
    expect(await driver.paymentOf(ordered)).toMatchObject({ state: 'captured', capturedMinor: session.totalMinor });
    expect(await driver.alertsOf(ordered)).toEqual([]);
    expect((await shop.stations.see(STATION)).plugs[0]?.status).toBe('Available');
  });
});
