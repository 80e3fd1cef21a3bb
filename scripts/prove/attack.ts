// npm run attack                        60,000 hostile requests at every address that a built app has, and slow connections
// npm run attack -- --requests=N --slow=N --seed=WORD
// Slow: so many slow bodies, three times as many slow heads, ten times as many that say nothing, beside somebody honest.
// Every address is found in the running app itself. Any hole that is found fails it; the seed sends the same requests again.
import { parseArgs } from 'node:util';
import { attack } from '../../test/proof/attack/attack.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60000' },
    slow: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const { found, rows, statuses } = await attack({
  requests: Number(values.requests),
  slow: Number(values.slow),
  seed: values.seed,
  print: line => console.log(line),
});
for (const [fault, { times, examples }] of Object.entries(found)) {
  console.log(`${fault}: ${times} times`);
  for (const example of examples) console.log(`    ${example}`);
}
console.table(statuses);
console.table(rows);
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
