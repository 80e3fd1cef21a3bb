// Simulates charging stations for a running app: npm run station -- --help
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createClock } from '../../server/adapters/clock/clock.ts';
import type { Act } from '../../test/support/ocpp/acts.ts';
import type { OcppVersion, Payload } from '../../test/support/ocpp/station.ts';
import { createStations } from '../../test/support/ocpp/stations.ts';

const HELP = `Simulated charging stations that speak OCPP with a running app.

  npm run station -- --version 1.6 --url ws://127.0.0.1:3000/ocpp --id CP1 --password <password>

  --version 1.6|2.0.1|2.1
  --url <address>        without the station's id
  --id <id>              with --count: the beginning of the ids, CP1-1, CP1-2 …
  --password <password>  of basic authentication
  --plugs <n>            1
  --evse <ids>           EVSE ID of each plug, separated by commas; what --signed signs names them
  --power <watts>        22000
  --dc                   direct current, with the battery's level
  --signed               signs its values as a meter under calibration law does
  --driver <seconds>     so long after a start was accepted somebody plugs in: 5; "never"
  --count <n>            so many stations of this kind
  --speed <n>            its clock runs so much faster; the app needs the same (SIMULATOR_SPEED)
  --switches <json>      how it misbehaves; all switches are in test/support/ocpp/switches.ts
  --quiet                only tells connections

While it runs, a line does something at the first station, as a JSON object of test/support/ocpp/acts.ts or in short:
  plug in | unplug | stop | pause | resume | emergency stop | break down | repair   and the plug's number, 1 if left out
  cut power | power up | reboot | go offline | go online | lose socket
Ctrl-C ends it.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    version: { type: 'string', default: '1.6' },
    url: { type: 'string', default: 'ws://127.0.0.1:3000/ocpp' },
    id: { type: 'string', default: 'CP1' },
    password: { type: 'string' },
    plugs: { type: 'string', default: '1' },
    evse: { type: 'string' },
    power: { type: 'string', default: '22000' },
    dc: { type: 'boolean', default: false },
    signed: { type: 'boolean', default: false },
    driver: { type: 'string', default: '5' },
    count: { type: 'string', default: '1' },
    speed: { type: 'string', default: '1' },
    switches: { type: 'string', default: '{}' },
    quiet: { type: 'boolean', default: false },
  },
});

const VERSIONS: readonly string[] = ['1.6', '2.0.1', '2.1'] satisfies OcppVersion[];
const isVersion = (value: string): value is OcppVersion => VERSIONS.includes(value);

async function run(version: OcppVersion): Promise<void> {
  const now = Date.now();
  const stations = createStations({
    clock: createClock({ speed: Number(values.speed), anchor: { realMs: now, shownMs: now } }),
    note(id, line) {
      if (!values.quiet || !/^[←→]/.test(line)) process.stdout.write(`${id} ${line}\n`);
    },
  });
  const count = Number(values.count);
  const ids = count === 1 ? [values.id] : Array.from({ length: count }, (_, n) => `${values.id}-${n + 1}`);
  const plugsInAfterMs = values.driver === 'never' ? null : Number(values.driver) * 1000;
  const own = {
    clock: { followsApp: true },
    connection: { backOffRandomMs: count > 1 ? 5000 : 0 },
    driver: { plugsInAfterMs, leavesAfterMs: 10_000 },
    vehicle: { drawsW: values.dc ? null : 11_000 },
    signed: { kind: values.signed ? 'one record' : 'none' },
  };
  const misbehaviour = JSON.parse(values.switches) as Payload;
  for (const id of ids)
    await stations.add(
      {
        id,
        version,
        url: values.url.replace(/\/$/, ''),
        password: values.password ?? null,
        plugs: Number(values.plugs),
        powerW: Number(values.power),
        isDc: values.dc,
        evseIds: values.evse?.split(',') ?? null,
      },
      { ...own, ...misbehaviour },
    );
  createInterface(process.stdin).on('line', line => {
    stations.act(ids[0] ?? '', actIn(line)).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  });
  await once(process, 'SIGINT');
  await stations.end([]);
  for (const fault of stations.faults()) process.stdout.write(`The app has spoken wrongly: ${fault}\n`);
  process.exit();
}

function actIn(line: string): Act {
  if (line.startsWith('{')) return JSON.parse(line) as Act;
  const [, act = '', plug = '1'] = /^(.*?)\s*(\d*)$/.exec(line.trim()) ?? [];
  return { act, plug: Number(plug || 1) } as Act;
}

if (values.help || !isVersion(values.version)) {
  process.stdout.write(`${HELP}\n`);
  process.exitCode = values.help ? 0 : 1;
} else await run(values.version);
