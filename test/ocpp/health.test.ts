import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

const MINUTE_MS = 60_000;
let station: ScriptedStation;

afterEach(() => station.close());

describe('What the app says of its stations', () => {
  it('tells who is connected, who is silent, and who is set badly', async () => {
    station = await openScriptedStation('ocpp1.6');
    const { ocpp, clock } = station;
    await ocpp.registry.add('NEVER HERE', { protocol: null });
    station.answers.GetConfiguration = () => ({ configurationKey: [], unknownKey: [] });
    await station.send('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    await station.until(
      async () => (await ocpp.counts()).badlySet,
      count => count === 1,
    );
    expect(await ocpp.counts()).toEqual({ known: 2, connected: 1, silent: 0, badlySet: 1, silentS: {} });

    await station.leave();
    await station.until(
      async () => (await ocpp.counts()).connected,
      count => count === 0,
    );
    await clock.pass(9 * MINUTE_MS);
    expect(await ocpp.counts()).toMatchObject({ connected: 0, silent: 0, silentS: { CP1: 540 } });
    await ocpp.stations.health();
    expect(await ocpp.silent()).toEqual([]);

    await clock.pass(MINUTE_MS);
    expect(await ocpp.counts()).toMatchObject({ silent: 1, silentS: { CP1: 600 } });
    expect(await ocpp.silent()).toEqual(['CP1']);
    await expect(ocpp.stations.health()).rejects.toThrow();

    await station.reconnect();
    await station.until(
      async () => (await ocpp.counts()).connected,
      count => count === 1,
    );
    await ocpp.stations.health();
    expect(await ocpp.silent()).toEqual([]);
  });
});
