// npm run prove:stations: four proofs over OCPP. A missed goal fails the run. Options: --only=kills|storm|hostile|floods
// --stations=N --kills=N --orders=N --seed=WORD. kills: one of two processes is killed 50 times during sessions, and every bill
// must equal the meter of the station. storm: 1,000 stations are disconnected at once and return within ten seconds. All must
// reconnect, pages must load and sessions must continue. hostile: malicious stations next to honest visitors must be rejected and
// limited without slowing others. floods: 60,000 frames of each hostile kind from one connection, and 5,000 queued messages of an
// honest station, on SQLite. The other proofs run two processes on PostgreSQL.
import { parseArgs } from 'node:util';
import { missed } from '../../test/proof/stations/goals.ts';
import { PARTS, type PartName } from '../../test/proof/stations/parts.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    stations: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '50' },
    orders: { type: 'string', default: '600' },
    seed: { type: 'string', default: 'stations' },
  },
});
const proofOptions = {
  stations: Number(values.stations),
  kills: Number(values.kills),
  orders: Number(values.orders),
  seed: values.seed,
  print: (line: string) => console.log(line),
};
const names = Object.keys(PARTS) as PartName[];
const chosen = names.filter(name => values.only === undefined || values.only === name);
if (chosen.length === 0) throw new Error(`--only is one of: ${names.join(', ')}`);
for (const name of chosen) {
  console.log(`— ${name}`);
  const goals = await PARTS[name](proofOptions);
  console.table(goals);
  if (missed(goals).length > 0) process.exitCode = 1;
}
