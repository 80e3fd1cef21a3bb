import { afterEach, expect, it } from '@jest/globals';
import { openStations, type SimulatedStations } from '../support/ocpp/openStations.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';
import { until } from '../support/until.ts';

let station: ScriptedStation;
let others: SimulatedStations;

afterEach(async () => {
  await others.end();
  await others.close();
  await station.close();
});

it('A frame that is too large harms nobody, even while the connection is being closed', async () => {
  station = await openScriptedStation('ocpp1.6');
  others = await openStations({ url: station.url, startsAt: null, stations: [{ id: 'CP1', version: '2.0.1' }] });
  await others.act('CP1', { act: 'send raw', text: '{', times: 25 });
  await others.act('CP1', { act: 'send raw', text: JSON.stringify(['x'.repeat(1_100_000)]) });
  const seen = await until(
    () => others.see('CP1'),
    ({ isConnected }) => !isConnected,
  );
  // The app has ended the connection of the other station. If that caused an unhandled rejection, it would occur before the next
  // handshake is answered, and this file would fail.
  await station.reconnect().catch(() => undefined);
  expect(seen.isConnected).toBe(false);
});
