// What a person who looks after the shop may do beside the running app, on the database of the same settings:
//   npm run operator                                                      says what there is
//   npm run operator -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice"
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keptNow } from '../server/adapters/clock/keptClock.ts';
import { COMMANDS } from '../server/operator/backoffice/commands.ts';
import { databaseFile, openStore } from '../server/operator/store/engine/openStore.ts';
import { createKeyValueStore } from '../server/operator/store/keyValueStore.ts';
import { place } from './database.mjs';
import { DATA_COMMANDS } from './dataCommands.mjs';

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
const dataCommand = Object.hasOwn(DATA_COMMANDS, name) ? DATA_COMMANDS[name] : null;

/** Only rows are written: the running app sees them within seconds and does what they enqueue. */
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
  return withStore(async parts => ({ lines: await command.run(parts, said), isWell: true }));
}

/** What is done with an operator's folder; looking at one needs no app. */
async function runData() {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const work = parts => dataCommand.run(parts, positionals);
  return dataCommand.needsStore ? withStore(work) : work(null);
}

async function withStore(work) {
  // A new, empty database would answer as well, and nobody would notice.
  if (place.databaseUrl === null && !existsSync(databaseFile(place.dataDir)))
    throw new Error(`There is no app in ${place.dataDir}. Is DATA_DIR the one it runs with?`);
  const store = openStore(place);
  try {
    return await work({ store, now: await keptNow(createKeyValueStore(store.db, 'clock')) });
  } finally {
    await store.close();
  }
}

if (command || dataCommand) {
  try {
    const { lines, isWell } = await (command ? run() : runData());
    for (const line of lines) console.log(line);
    if (!isWell) process.exitCode = 1;
  } catch (error) {
    console.error(error.message || error.code);
    process.exitCode = 1;
  }
} else {
  for (const { usage, does } of [...Object.values(COMMANDS), ...Object.values(DATA_COMMANDS)])
    console.log(`npm run operator -- ${usage}\n    ${does}`);
  if (name !== '') process.exitCode = 1;
}
