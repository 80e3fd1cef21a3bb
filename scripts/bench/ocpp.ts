// What a thousand charging stations cost one process: npm run bench -- ocpp
// Stations in a process of their own connect at once, stand idle, and 200 of them charge with a meter value every second, on a
// database on a disk. BENCH_STATIONS=100 for less.
// Memory is told twice, each divided by the stations: what is alive after collecting garbage (heap, and buffers beside it), and by
// how much the process has grown (RSS: also what V8 and the allocator keep for later). Beside it the same for bare WebSockets of as
// many stations in a process that does nothing with them. Code, schemas and statements are loaded by a few stations before.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClock } from '../../server/adapters/clock/clock.ts';
import { ocppRows } from '../../server/compose/sources.ts';
import { createOcpp } from '../../server/stations/ocpp/ocpp.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { openStore } from '../../server/store/openStore.ts';
import { openStations } from '../../test/support/ocpp/openStations.ts';
import { someAddress } from '../../test/support/someStation.ts';
import { until } from '../../test/support/until.ts';
import { type Memory, memoryKib } from '../prove/memory.ts';
import { openBareSockets } from '../try/bareSockets.ts';

const STATIONS = Number(process.env.BENCH_STATIONS ?? 1000);
const FIRST = 20;
const CHARGING = Math.floor(STATIONS / 5);
const CHARGES_S = 30;
const PATIENCE_MS = 5 * 60_000;

const percentile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN;
const perStation = (before: Memory, after: Memory): string =>
  `${((after.alive - before.alive) / STATIONS).toFixed(1)} KiB alive, ${((after.rss - before.rss) / STATIONS).toFixed(0)} KiB of RSS`;
const printRow = (what: string, ...figures: readonly string[]): void => console.log(what.padEnd(36), ...figures);

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: folder });
await store.migrate();
const realMs = Date.now();
const waits: number[] = [];
const readings = new Map<string, number>();
const idOf = (n: number) => `CP${n}`;
const addressOf = (id: string) =>
  someAddress({
    source: 'ocpp',
    evseId: `DE*ABC*E${id}`,
    chargePoint: { id, evse: 1, connector: 1 },
    plug: { isDc: false, canUnlock: false, powerW: 22_000 },
  });
const ocpp = createOcpp({
  store: ocppRows(store),
  holds: createHeldStations(store.db),
  clock: createClock({ speed: 1, anchor: { realMs, shownMs: realMs } }),
  listener: () => ({
    async report(reference, { readings: told }) {
      readings.set(reference, (readings.get(reference) ?? 0) + told.length);
      const last = told.at(-1);
      if (last && last.energyWh > 0) waits.push(Date.now() - last.at.getTime());
    },
    reportPlug: async () => undefined,
    reportAccount: async () => undefined,
    reportOddity: async () => undefined,
  }),
  plugsOf: async id => [addressOf(id)],
  wake: async () => undefined,
  path: '/ocpp',
  origin: 'https://charge.example',
  secret: 'a secret of thirty-two characters',
  isDemo: true,
  registrationTimes: { firstMessageMs: 0, afterAcceptMs: 0 },
  processId: 'one',
  note: () => undefined,
});
const over = new AbortController();
const working = ocpp.run(over.signal);
const server = createServer();
server.on('upgrade', (request, socket, head) => ocpp.upgrade(request, socket as Socket, head));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
for (let n = 0; n < STATIONS + FIRST; n++) await ocpp.registry.add(idOf(n), { protocol: null });
const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
const stations = await openStations({ url, startsAt: null, stations: [] });
const intervals = { '1.6': 'MeterValueSampleInterval', '2.0.1': 'SampledDataCtrlr.TxUpdatedInterval' } as const;
const stationOf = (n: number) => {
  const version = n % 2 === 0 ? ('1.6' as const) : ('2.0.1' as const);
  const settings = { [intervals[version]]: { value: '1', is: 'read-only' as const } };
  return { id: idOf(n), version, switches: { settings, boot: { takesMs: 0 }, driver: { plugsInAfterMs: 100 } } };
};
const areSet = (asked: number) =>
  until(
    async () => (await ocpp.registry.list()).filter(({ meterIntervalS }) => meterIntervalS !== null).length,
    count => count === asked,
    PATIENCE_MS,
  );
try {
  const bare = await openBareSockets();
  const [bareBefore, ends] = [await bare.memory(), Array.from({ length: STATIONS }, (_, n) => `BARE${n}`)];
  await stations.add(ends.map(id => ({ id, url: bare.url })));
  await until(bare.count, count => count === STATIONS, PATIENCE_MS);
  printRow('A bare WebSocket', perStation(bareBefore, await bare.memory()));
  await stations.end(...ends);
  bare.close();
  await stations.add(Array.from({ length: FIRST }, (_, n) => stationOf(STATIONS + n)));
  await areSet(FIRST);
  await sleep(2000);
  const before = await memoryKib();
  const began = performance.now();
  await stations.add(Array.from({ length: STATIONS }, (_, n) => stationOf(n)));
  await until(
    async () => ocpp.held().length,
    count => count === STATIONS + FIRST,
    PATIENCE_MS,
  );
  printRow(`${STATIONS} stations connected`, `in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await areSet(STATIONS + FIRST);
  printRow('Booted, asked and set', `after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await sleep(10_000);
  printRow('An idle station', perStation(before, await memoryKib()));
  const maxMib = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  printRow('The whole process', `${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB of RSS, ${maxMib} at most`);
  const references = Array.from({ length: CHARGING }, (_, n) => `BENCH${n}`);
  const starts = references.map((authorizationReference, n) =>
    ocpp.stations.start({ authorizationReference, address: addressOf(idOf(n)), limitMinor: null, tariffText: null }),
  );
  const accepted = (await Promise.all(starts)).filter(answer => answer === 'accepted').length;
  await sleep(5000);
  waits.length = 0;
  await sleep(CHARGES_S * 1000);
  const delays = [...waits];
  await Promise.all(
    references.map((authorizationReference, n) => ocpp.stations.stop({ authorizationReference, address: addressOf(idOf(n)) })),
  );
  const finals = await until(
    () =>
      Promise.all(
        references.map((authorizationReference, n) =>
          ocpp.stations.read({ authorizationReference, address: addressOf(idOf(n)), since: null }),
        ),
      ),
    all => all.every(session => session?.isFinal === true),
    PATIENCE_MS,
  );
  printRow(
    `${accepted} of ${CHARGING} sessions`,
    `${finals.filter(session => session?.isFinal).length} ended with their last value`,
  );
  printRow(
    'From meter value to page',
    `p50 ${percentile(delays, 0.5).toFixed(0)} ms, p99 ${percentile(delays, 0.99).toFixed(0)} ms, ${delays.length} values`,
  );
  printRow(
    'Load of the machine',
    loadavg()
      .map(each => each.toFixed(1))
      .join(' '),
  );
} finally {
  await stations.close().catch((error: unknown) => console.error(error));
  over.abort();
  await working;
  server.closeAllConnections();
  server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
