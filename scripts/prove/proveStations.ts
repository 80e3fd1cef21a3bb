// npm run prove:stations                four proofs over OCPP; any goal that is not met fails it
// npm run prove:stations -- --only=kills|storm|hostile|floods --stations=N --kills=N --orders=N --seed=WORD
//   kills    50 times one of the processes is killed in mid-session: every bill is what the station's own meter has counted
//   storm    1,000 stations are cut at once and come back within ten seconds: all are back, pages are answered, sessions go on
//   hostile  stations that mean ill beside honest visitors: they are refused and limited, and nobody else is slowed
//   floods   60,000 frames of each hostile kind from one connection, and 5,000 queued messages of an honest station: on SQLite
// All but the last run two processes on PostgreSQL.
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
