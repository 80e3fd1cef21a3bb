// What a person who looks after the shop may do beside the running app, on the database of the same settings:
//   npm run operator                                                      says what there is
//   npm run operator -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice"
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keptNow } from '../server/adapters/clock/keptClock.ts';
import { COMMANDS, type CommandDependencies } from '../server/operator/backoffice/commands.ts';
import { databaseFile, openStore } from '../server/operator/store/engine/openStore.ts';
import { createKeyValueStore } from '../server/operator/store/keyValueStore.ts';
import { consoleOrigin, place, reasonOf, type Said } from './database.ts';
import { DATA_COMMANDS } from './dataCommands.ts';

const [name = '', ...args] = process.argv.slice(2);
type Command = (typeof COMMANDS)[string];
type DataCommand = (typeof DATA_COMMANDS)[string];

/** Only rows are written: the running app sees them within seconds and does what they enqueue. */
async function run({ options, switches = [], operands, run: work }: Command): Promise<Said> {
  const known = new Map<string, { type: 'string' | 'boolean' }>();
  for (const option of options) known.set(option, { type: 'string' });
  for (const option of switches) known.set(option, { type: 'boolean' });
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(known),
    allowPositionals: operands !== undefined,
  });
  const said = Object.fromEntries(Object.entries(values).map(([option, value]) => [option, String(value)]));
  if (operands !== undefined) said[operands] = positionals.join(' ');
  return withStore(async dependencies => ({ lines: await work(dependencies, said), isWell: true }));
}

/** What is done with an operator's folder; looking at one needs no app. */
async function runData({ run: work }: DataCommand): Promise<Said> {
  if ('withOptions' in work) return withStore(dependencies => work.withOptions(dependencies, args));
  const { positionals } = parseArgs({ args, allowPositionals: true });
  return 'inApp' in work ? withStore(dependencies => work.inApp(dependencies, positionals)) : work.onFolder(positionals);
}

async function withStore(work: (dependencies: CommandDependencies) => Promise<Said>): Promise<Said> {
  // A new, empty database would answer as well, and nobody would notice.
  if (place.databaseUrl === null && !existsSync(databaseFile(place.dataDir)))
    throw new Error(`There is no app in ${place.dataDir}. Is DATA_DIR the one it runs with?`);
  const store = openStore(place);
  try {
    return await work({ store, now: await keptNow(createKeyValueStore(store.db, 'clock')), consoleOrigin });
  } finally {
    await store.close();
  }
}

/** Null: there is no such command. */
function start(): Promise<Said> | null {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return run(command);
  const dataCommand = Object.hasOwn(DATA_COMMANDS, name) ? DATA_COMMANDS[name] : undefined;
  return dataCommand ? runData(dataCommand) : null;
}

const started = start();
if (started) {
  try {
    const { lines, isWell } = await started;
    for (const line of lines) console.log(line);
    if (!isWell) process.exitCode = 1;
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
} else {
  for (const { usage, does } of [...Object.values(COMMANDS), ...Object.values(DATA_COMMANDS)])
    console.log(`npm run operator -- ${usage}\n    ${does}`);
  if (name !== '') process.exitCode = 1;
}
