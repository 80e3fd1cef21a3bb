// What a person who looks after the shop may do beside the running house, on the store of the same settings:
//   npm run operator                                                      says what there is
//   npm run operator -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice"
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { COMMANDS } from '../server/operator/commands.ts';
import { RefundRefused } from '../server/operator/refunds.ts';
import { openSqlite } from '../server/operator/store/sqlite.ts';
import { createStore } from '../server/operator/store/store.ts';

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;

/** Only rows are written: the running house sees them within seconds and does what they promise. */
async function run() {
  const options = Object.fromEntries(command.options.map(option => [option, { type: 'string' }]));
  const { values } = parseArgs({ args, options });
  const file = path.join(readConfig(process.env).dataDir, 'house.sqlite');
  if (!existsSync(file)) throw new RefundRefused(`There is no house in ${path.dirname(file)}. Is DATA_DIR the one it runs with?`);
  const store = createStore(openSqlite(file));
  try {
    for (const line of await command.run({ store, now: new Date() }, values)) console.log(line);
  } finally {
    await store.close();
  }
}

if (command) {
  await run().catch(error => {
    console.error(error.message);
    process.exitCode = 1;
  });
} else {
  for (const { usage, does } of Object.values(COMMANDS)) console.log(`npm run operator -- ${usage}\n    ${does}`);
  if (name !== '') process.exitCode = 1;
}
