import { createStation } from '../../support/ocpp/createStation.ts';
import type { StationSwitches } from '../../support/ocpp/switches.ts';
import { createChance } from './chance.ts';
import { type FaultRates, USUAL } from './faultProxy.ts';
import { createFaultyLine, type LineCounts } from './ocppLine.ts';
import { PLUGS_OF_ONE, stationId } from './ocppStations.ts';
import { watchStation } from './ocppVehicles.ts';
import { type ProofTime, proofClock } from './time.ts';
import { serveJson } from './wire.ts';

interface OcppPeerOptions {
  time: ProofTime;
  seed: string;
  /** Address of the app for stations, ws://host/ocpp. */
  url: string;
  stations: number;
  /** Timeout of the stations' calls in real time, because the app's own timeout is measured in real time too. */
  answerWithinMs: number;
}

/**
 * Options of this process. It runs OCPP charging stations that connect to the app. The proof takes the values of their meters as
 * the truth.
 */
const { time, seed, url, stations: count, answerWithinMs } = JSON.parse(process.env.PEER ?? '{}') as OcppPeerOptions;
const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;
const POWER_W = 150_000;
const MINUTE_S = '60';
/**
 * Frequent actions, which get fewer faults. Each lost message blocks a station for a long time, and losing one of these proves
 * little.
 */
const OFTEN: readonly string[] = [
  'MeterValues',
  'Heartbeat',
  'StatusNotification',
  'TriggerMessage',
  'GetVariables',
  'SetVariables',
];
const LIGHT: FaultRates = { refused: 1, lost: 2, doubled: 3, late: 1, delayed: 20 };
/**
 * Maximum delay of a start. After a longer delay, a repeated start could begin a second session with the same reference, which
 * is impossible on a real connection, where frames arrive in order.
 */
const MAX_START_DELAY_MS = 60_000;
const MAX_CALL_DELAY_MS = 5 * 60_000;

const clock = proofClock(time);
const chance = createChance(`${seed} stations`);
const counts: LineCounts = { calls: 0, refused: 0, lost: 0, doubled: 0, late: 0, delayed: 0 };
const slow = { is: 'read-only', value: MINUTE_S } as const;
const switches: Partial<StationSwitches> = {
  // A long interval, because the usual meter values every 15 seconds would only use processor time.
  settings: { MeterValueSampleInterval: slow, 'SampledDataCtrlr.TxUpdatedInterval': slow },
  connection: {
    protocols: null,
    backOffFirstMs: 15_000,
    maxBackOffMs: 60_000,
    backOffRandomMs: 15_000,
    answerWithinMs: answerWithinMs * time.speed,
    sendsKeyAs: 'digits',
  },
};

const watched = Array.from({ length: count }, (_, n) => {
  const facts = {
    id: stationId(n),
    version: VERSIONS[n % VERSIONS.length] ?? '1.6',
    url,
    password: null,
    plugs: PLUGS_OF_ONE,
    powerW: POWER_W,
    isDc: true,
    evseIds: null,
  };
  const station = createStation(facts, { clock, switches: { ...switches } });
  station.line = createFaultyLine({
    chance: chance.for(facts.id),
    counts,
    rates: action => (OFTEN.includes(action) ? LIGHT : USUAL),
    delayMs: { out: MAX_CALL_DELAY_MS / time.speed, in: MAX_START_DELAY_MS / time.speed },
  });
  return { station, book: watchStation(station, { time, seed }) };
});
for (const { station } of watched) void station.link.connect({ boots: true });

const { origin } = await serveJson({
  '/book': () => watched.flatMap(({ book }) => book()),
  '/standing': () => ({
    connected: watched.filter(({ station }) => station.link.isOpen() && station.link.registration === 'Accepted').length,
    faults: watched.flatMap(({ station }) => station.link.faults),
    counts,
  }),
});
// Ends with the parent process, so that no process remains if the proof is aborted.
process.once('disconnect', () => process.exit());
process.send?.({ origin });
