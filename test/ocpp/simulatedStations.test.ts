import { createPublicKey, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type TurnedClocks, turnClocks } from '../support/ocpi/turnedClocks.ts';
import { openStations, type SimulatedStations } from '../support/ocpp/openStations.ts';
import { oneTimePassword } from '../support/ocpp/screen.ts';
import type { OcppVersion, Payload } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';
import { openTinyHouse, type TinyHouse } from '../support/ocpp/tinyHouse.ts';

const START: Readonly<Record<OcppVersion, [string, Payload]>> = {
  '1.6': ['RemoteStartTransaction', { connectorId: 1, idTag: 'AB12' }],
  '2.0.1': ['RequestStartTransaction', { evseId: 1, remoteStartId: 7, idToken: { idToken: 'AB12', type: 'Central' } }],
  '2.1': ['RequestStartTransaction', { evseId: 1, remoteStartId: 7, idToken: { idToken: 'AB12', type: 'DirectPayment' } }],
};

interface Opened {
  house: TinyHouse;
  stations: SimulatedStations;
  clocks: TurnedClocks;
  /** What the house has heard, but for what it hears of every station. */
  heard(): string[];
  start(): Promise<Payload>;
  stop(): Promise<Payload>;
}

describe('A simulated station', () => {
  let opened: Opened;
  const open = async (version: OcppVersion, switches: Changes<StationSwitches> = {}): Promise<Opened> => {
    let now = () => new Date();
    const house = await openTinyHouse({ version, now: () => now() });
    const stations = await openStations({ version, url: house.url, stations: [{ id: 'CP1', plugs: 2, switches }] });
    const clocks = await turnClocks(stations);
    now = clocks.clock.now;
    await clocks.pass(0);
    opened = {
      house,
      stations,
      clocks,
      heard: () =>
        house.heard.map(({ action, payload }) => [action, payload.status ?? payload.eventType].filter(Boolean).join(' ')),
      start: () => house.ask('CP1', ...START[version]),
      async stop() {
        const { transactionId } = (await stations.see('CP1')).plugs[0]!;
        return house.ask('CP1', version === '1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction', { transactionId });
      },
    };
    return opened;
  };
  afterEach(async () => {
    await opened.stations.close();
    expect(opened.house.faults).toEqual([]);
    await opened.house.close();
  });

  it.each(['1.6', '2.0.1', '2.1'] as const)('speaks OCPP %s from its boot to the end of a session', async version => {
    const { house, clocks, start, stop, stations, heard } = await open(version, {
      driver: { plugsInAfterMs: 5000, leavesAfterMs: 10_000 },
      signed: { kind: 'one record' },
    });
    expect(heard().slice(0, 2)).toEqual([
      'BootNotification',
      version === '1.6' ? 'StatusNotification Available' : 'StatusNotification',
    ]);
    expect(await start()).toEqual({ status: 'Accepted' });
    await clocks.pass(10_000);
    expect((await stations.see('CP1')).plugs[0]).toMatchObject({ isCabled: true, powerW: 11_000 });
    await clocks.pass(180_000);
    expect(await stop()).toEqual({ status: 'Accepted' });
    await clocks.pass(30_000);
    const { plugs, queued } = await stations.see('CP1');
    expect({ queued, plug: plugs[0] }).toMatchObject({
      queued: 0,
      plug: { isCabled: false, status: 'Available', transactionId: null },
    });
    expect(heard().filter(said => SESSION.test(said))).toEqual(TOLD[version]);
    expect(isGenuine(house.heard)).toBe(true);
  });
});

describe('The password in the code on a screen', () => {
  // The public vectors of OpenChargingCloud/DynamicQRCodes and citrineos-core.
  it.each([
    { secret: 'secure!Charging!', at: 1_716_423_785, validityS: 30, length: 12, says: 'CN63y502maVh' },
    { secret: 'secure!Charging!', at: 1_716_423_785, validityS: 60, length: 12, says: 'XJZr0L1DGKn0' },
    { secret: 'mysharedsecret', at: 1_700_000_000, validityS: 30, length: 8, says: 'Mrc351Gu' },
  ])('is $says', ({ secret, at, validityS, length, says }) => {
    expect(oneTimePassword({ secret, atMs: at * 1000, validityS, length })).toBe(says);
  });
});

const SESSION = /Transaction|MeterValues/;
const EVENTS = ['Started', 'Updated', 'Updated', 'Updated', 'Updated', 'Ended'].map(type => `TransactionEvent ${type}`);
const TOLD: Readonly<Record<OcppVersion, string[]>> = {
  '1.6': ['StartTransaction', 'MeterValues', 'MeterValues', 'MeterValues', 'StopTransaction'],
  '2.0.1': EVENTS,
  '2.1': EVENTS,
};

/** The signed value in what was told, checked with the key beside it. */
function isGenuine(heard: TinyHouse['heard']): boolean {
  const said = JSON.stringify(heard).replaceAll('\\', '');
  const unpacked = (name: string) => Buffer.from(new RegExp(`"${name}":"([^"]+)"`).exec(said)?.[1] ?? '', 'base64').toString();
  const [, payload = '', signature = ''] = unpacked('signedMeterData').split('|');
  const key = createPublicKey({
    key: Buffer.from(unpacked('publicKey').replace('oca:base16:asn1:', ''), 'hex'),
    type: 'spki',
    format: 'der',
  });
  return verify('sha256', Buffer.from(payload), key, Buffer.from((JSON.parse(signature) as { SD: string }).SD, 'hex'));
}
