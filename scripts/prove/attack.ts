// npm run attack: sends 60,000 hostile requests to all addresses of a built app while an honest HTTP client uses the app. The
// addresses are read from the running app. Options: --requests=N --slow=N --seed=WORD --only=/path. --slow: number of slow request bodies;
// three times as many slow headers and ten times as many silent connections are opened too. Any fault fails the run. The same
// seed repeats the same requests.
import { parseArgs } from 'node:util';
import { attack } from '../../test/proof/attack/attack.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60000' },
    slow: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now()) },
    only: { type: 'string' },
  },
});
const { found, rows, statuses } = await attack({
  requests: Number(values.requests),
  slow: Number(values.slow),
  seed: values.seed,
  only: values.only,
  print: line => console.log(line),
});
for (const [fault, { times, examples }] of Object.entries(found)) {
  console.log(`${fault}: ${times} times`);
  for (const example of examples) console.log(`    ${example}`);
}
console.table(statuses);
console.table(rows);
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
