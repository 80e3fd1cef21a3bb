// What a person who looks after the shop may do beside the running house, on the database of the same settings:
//   npm run operator                                                      says what there is
//   npm run operator -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice"
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keptNow } from '../server/adapters/clock/keptClock.ts';
import { COMMANDS } from '../server/operator/commands.ts';
import { databaseFile, openStore } from '../server/operator/store/openStore.ts';
import { createShelf } from '../server/operator/store/shelf.ts';
import { place } from './database.mjs';

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;

/** Only rows are written: the running house sees them within seconds and does what they promise. */
async function run() {
  const { options, switches = [], operands = null } = command;
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries([
      ...options.map(name => [name, { type: 'string' }]),
      ...switches.map(name => [name, { type: 'boolean' }]),
    ]),
    allowPositionals: operands !== null,
  });
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  if (operands !== null) said[operands] = positionals.join(' ');
  // A new, empty database would answer as well, and nobody would notice.
  if (place.databaseUrl === null && !existsSync(databaseFile(place.dataDir)))
    throw new Error(`There is no house in ${place.dataDir}. Is DATA_DIR the one it runs with?`);
  const store = openStore(place);
  try {
    for (const line of await command.run({ store, now: await keptNow(createShelf(store.db, 'clock')) }, said)) console.log(line);
  } finally {
    await store.close();
  }
}

if (command) {
  await run().catch(error => {
    console.error(error.message || error.code);
    process.exitCode = 1;
  });
} else {
  for (const { usage, does } of Object.values(COMMANDS)) console.log(`npm run operator -- ${usage}\n    ${does}`);
  if (name !== '') process.exitCode = 1;
}
