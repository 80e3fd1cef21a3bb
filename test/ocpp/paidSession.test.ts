import { afterEach, describe, expect, it } from '@jest/globals';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { EVSES, type OcppShop, openOcppShop, STATION } from '../support/ocpp/openOcppShop.ts';
import type { OcppVersion } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';

const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;

let shop: OcppShop;
afterEach(() => shop.close());

async function open(version: OcppVersion, switches: Changes<StationSwitches> = {}) {
  shop = await openOcppShop(version, { driver: { plugsInAfterMs: 5000, leavesAfterMs: 20_000 }, ...switches });
  return createOcppDriver(shop);
}
const register = async () => (await shop.stations.see(STATION)).plugs[0]?.registerWh ?? 0;

describe.each(VERSIONS)('At a station that speaks OCPP %s', version => {
  it('a driver pays, charges, stops, and is billed what the meter says', async () => {
    const driver = await open(version, { signed: { kind: 'one record' } });
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

  it('what could not be set at it is known, and what could be is set', async () => {
    const [key, other] =
      version === '1.6'
        ? ['AuthorizeRemoteTxRequests', 'ConnectionTimeOut']
        : ['AuthCtrlr.AuthorizeRemoteStart', 'TxCtrlr.EVConnectionTimeOut'];
    await open(version, { settings: { [key]: { value: 'true', is: 'rejected' } } });
    await shop.pass(30);
    expect((await shop.ocpp.registry.find(STATION))?.unset.join('\n')).toMatch(/asks before it starts/);
    expect((await shop.stations.see(STATION)).settings[other]).toBe('150');
    const address = {
      source: 'ocpp',
      evseId: EVSES[0],
      connector: '1',
      countryCode: '',
      partyId: '',
      locationId: '',
      evseUid: '',
    };
    const chargePoint = { id: STATION, evse: 1, connector: 1 };
    expect(shop.ocpp.stations.capabilities({ ...address, chargePoint })).toMatchObject({ isReachable: true, meterIntervalS: 60 });
  });
});
