// npm run prove:stations: four proofs over OCPP; a missed goal fails the run. kills: one of two processes is killed 50 times
// during sessions, and every bill must equal the station's meter. storm: 1,000 stations disconnect at once, and all must
// reconnect while pages load and sessions continue. hostile: malicious stations must be rejected or limited without slowing
// honest visitors. floods: one connection sends 60,000 frames of each hostile kind, and an honest station 5,000 queued messages.
// floods runs on SQLite, the others on PostgreSQL with two processes. Options: --only=kills|storm|hostile|floods --stations=N
// --kills=N --orders=N --seed=WORD.
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
