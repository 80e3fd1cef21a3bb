import express from 'express';
import { offerControl } from '../../support/controlled.ts';
import { evseOf, stationOf } from '../../support/manyPoints.ts';
import { createStation } from '../../support/ocpp/createStation.ts';
import type { Chance } from '../money/chance.ts';
import { watchStation } from '../money/ocppVehicles.ts';
import { proofClock } from '../money/time.ts';

// Entry file of a process with the charging stations of the proof, whose meters are taken as the truth.

const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;
const time = { speed: 1, realMs: Date.now(), shownMs: Date.now() };
const clock = proofClock(time);
const readOnly = (value: string) => ({ value, is: 'read-only' as const });
const SWITCHES = {
  settings: { MeterValueSampleInterval: readOnly('5'), 'SampledDataCtrlr.TxUpdatedInterval': readOnly('5') },
  connection: { protocols: null, backOffFirstMs: 500, maxBackOffMs: 4000, backOffRandomMs: 1500 },
};
/** Vehicles that charge for more than 50 cents within a minute, and leave soon. */
const carOf = (chance: Chance) => ({
  plugsInAfterMs: chance.between(200, 3000),
  powerW: Math.round(chance.between(90_000, 140_000)),
  staysMs: chance.between(40_000, 90_000),
  lastValueAfterMs: chance.is(25) ? chance.between(2000, 6000) : 300,
});

let watched: { station: ReturnType<typeof createStation>; book: ReturnType<typeof watchStation> }[] = [];
const control = express();
control.use(express.json());
control.post('/open', (request, response) => {
  const { url, stations, seed } = request.body as { url: string; stations: number; seed: string };
  watched = Array.from({ length: stations }, (_, n) => {
    const version = VERSIONS[n % VERSIONS.length] ?? '1.6';
    const own = { id: stationOf(n), version, url, evseIds: [evseOf(n)] };
    const station = createStation(
      { ...own, password: null, plugs: 1, powerW: 150_000, isDc: true },
      { clock, switches: SWITCHES },
    );
    return { station, book: watchStation(station, { time, seed, carOf }) };
  });
  for (const { station } of watched) void station.link.connect({ boots: true });
  response.json({});
});
control.post('/book', (_request, response) => void response.json(watched.flatMap(({ book }) => book())));
control.post('/standing', (_request, response) => {
  const connected = watched.filter(({ station: { link } }) => link.isOpen() && link.registration === 'Accepted').length;
  response.json({ connected, faults: watched.flatMap(({ station }) => station.link.faults) });
});
await offerControl(control);
