import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRPCError } from 'ocpp-rpc';
import { FAILED_FIRMWARE_STATES } from '../../shared/console/firmware.ts';
import { HOUR_MS } from '../../shared/model/time.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;
const LOCATION = 'https://user:s3cret@maker.example/2.bin';
const boot = (version: (typeof VERSIONS)[number], firmwareVersion: string) =>
  version === '1.6'
    ? { chargePointVendor: 'Vendor', chargePointModel: 'Model', firmwareVersion }
    : { reason: 'PowerUp', chargingStation: { vendorName: 'Vendor', model: 'Model', firmwareVersion } };

describe.each(VERSIONS)('A firmware update of a station with OCPP %s', version => {
  const isOld = version === '1.6';
  let station: ScriptedStation;
  beforeEach(async () => {
    station = await openScriptedStation(`ocpp${version}`, undefined, { callLimitMs: 300 });
    station.answers.GetConfiguration = () => ({ configurationKey: [], unknownKey: [] });
    station.answers.GetVariables = () => ({ getVariableResult: [] });
    station.answers.UpdateFirmware = () => (isOld ? {} : { status: 'Accepted' });
    await restart('1.0');
    await reports('Available');
  });
  afterEach(() => station.close());

  const record = () => station.ocpp.registry.find('CP1');
  const state = async () => (await record())?.firmware?.state;
  const sold = () => station.plugs.filter(({ evseId }) => evseId === 'DE*BLF*E1').at(-1)?.state;
  const request = (signing: { certificate: string; signature: string } | null = null) =>
    station.command({ does: 'update its firmware', location: LOCATION, signing });
  const requests = (action = 'UpdateFirmware') =>
    station.requested.filter(each => each.action === action).map(({ message }) => message);
  async function restart(firmware: string) {
    await station.send('BootNotification', boot(version, firmware));
    await station.until(record, known => known?.isToBeSet === false);
  }
  const reports = (status: string) =>
    isOld
      ? station.send('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: station.at() })
      : station.send('StatusNotification', { evseId: 1, connectorId: 1, connectorStatus: status, timestamp: station.at() });
  const progress = (status: string, requestId?: number) =>
    station.send('FirmwareStatusNotification', { status, ...(isOld ? {} : { requestId }) });
  const progressOfThis = async (status: string) => progress(status, (await record())?.firmware?.requestId);

  it('takes the plugs out of sale from the request until the station reports the end', async () => {
    expect(sold()).toBe('available');
    expect(await request()).toBe('accepted');
    const [sent] = requests();
    expect(isOld ? sent?.location : (sent?.firmware as { location: string } | undefined)?.location).toBe(LOCATION);
    expect([await state(), sold()]).toEqual(['requested', 'unavailable']);
    for (const status of ['Downloading', 'Downloaded', 'Installing']) {
      await progressOfThis(status);
      expect([await state(), sold()]).toEqual([status, 'unavailable']);
    }
    // The station reports a free plug although it is installing.
    await reports('Available');
    expect(sold()).toBe('unavailable');
    await progressOfThis('Installed');
    expect([await state(), sold()]).toEqual(['Installed', 'available']);
    expect(station.anomalies).toEqual([]);
    // What arrives afterwards belongs to no update.
    await progressOfThis('InstallationFailed');
    expect([await state(), station.firmwareFailures]).toEqual(['Installed', []]);
  });

  it('is proven by another version after a boot, and refuted by the same one', async () => {
    await request();
    await restart('1.1');
    expect([await state(), sold(), station.firmwareFailures]).toEqual(['Installed', 'available', []]);
    await request();
    await progressOfThis('Installing');
    await restart('1.1');
    expect([await state(), sold()]).toEqual(['SameVersion', 'available']);
    expect(station.firmwareFailures).toEqual(['SameVersion']);
  });

  it('lasts over a boot during the download, and over a lost connection', async () => {
    await request();
    await progressOfThis('Downloading');
    await restart('1.0');
    expect(await state()).toBe('Downloading');
    await station.reconnect();
    await reports('Available');
    await station.until(
      async () => sold(),
      is => is === 'unavailable',
    );
    expect(await state()).toBe('Downloading');
  });

  it.each(FAILED_FIRMWARE_STATES.slice(0, 4))('that ends with %s is reported to staff once', async failure => {
    await request();
    const wants =
      isOld && !['DownloadFailed', 'InstallationFailed'].includes(failure) ? 'SignedFirmwareStatusNotification' : null;
    const requestId = (await record())?.firmware?.requestId;
    for (let count = 0; count < 2; count++)
      await (wants ? station.send(wants, { status: failure, requestId }) : progress(failure, requestId));
    expect([await state(), sold(), station.firmwareFailures]).toEqual([failure, 'available', [failure]]);
  });

  it('about which the station reports nothing for an hour has failed', async () => {
    await request();
    await station.clock.passAsleep(HOUR_MS / 2);
    await station.send('Heartbeat', {});
    expect([await state(), sold()]).toEqual(['requested', 'unavailable']);
    await station.clock.passAsleep(HOUR_MS / 2);
    await station.send('Heartbeat', {});
    expect([await state(), sold(), station.firmwareFailures]).toEqual(['Silent', 'available', ['Silent']]);
  });

  it('that the station refuses, or that is not sent, leaves the plugs on sale', async () => {
    station.answers.UpdateFirmware = () => {
      throw createRPCError('NotSupported', 'Text of the station', {}) as Error;
    };
    expect(await request()).toBe('refused');
    expect([await state(), sold()]).toEqual([undefined, 'available']);
    if (isOld) return;
    station.answers.UpdateFirmware = () => ({ status: 'Rejected' });
    expect(await request()).toBe('refused');
    expect([await state(), sold()]).toEqual([undefined, 'available']);
  });

  it('whose answer is lost may be running, so the plugs stay out of sale', async () => {
    station.answers.UpdateFirmware = () => null;
    expect(await request()).toBe('no answer');
    expect([await state(), sold()]).toEqual(['requested', 'unavailable']);
  });

  it('is not requested while a session is about to start', async () => {
    await station.start('A');
    expect(await request()).toBe('busy');
    expect([requests().length, sold()]).toEqual([0, 'available']);
  });

  it('of another request, and words that OCPP does not know, change nothing', async () => {
    await request();
    const requestId = ((await record())?.firmware?.requestId ?? 0) + 1;
    if (!isOld) await progress('Installed', requestId);
    expect(await state()).toBe('requested');
    await progressOfThis('Idle');
    expect(await state()).toBe('requested');
  });

  it('of a signed firmware carries certificate and signature', async () => {
    const signing = { certificate: '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----', signature: 'c2ln' };
    station.answers.SignedUpdateFirmware = () => ({ status: 'Accepted' });
    expect(await request(signing)).toBe('accepted');
    const [sent] = requests(isOld ? 'SignedUpdateFirmware' : 'UpdateFirmware');
    expect(sent?.firmware).toMatchObject({ signingCertificate: signing.certificate, signature: signing.signature });
  });

  it('stores the host of the address, and never its password', async () => {
    await request();
    const rows = await station.store.list('');
    expect(JSON.stringify(rows)).not.toContain('s3cret');
    expect((await record())?.firmware?.server).toBe('maker.example');
  });
});
