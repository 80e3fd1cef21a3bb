// npm run operator: lists the commands for staff. A command uses the database of the app with the same settings: npm run operator
// -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice" --who "First Last". With --at https://charge.example,
// the running app executes the command, for machines without access to the database. With --json, the output is JSON.
import { existsSync } from 'node:fs';
import { persistedNow } from '../../server/adapters/clock/persistedClock.ts';
import { usualTerms } from '../../server/compose/importReport.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { readConfig } from '../../server/config/config.ts';
import { VERSION } from '../../server/platform/version.ts';
import type { CommandOutput } from '../../server/staff/acts/act.ts';
import { readFields } from '../../server/staff/acts/fields.ts';
import { ALL_COMMANDS, runCommand } from '../../server/staff/commands/allCommands.ts';
import { type CommandDependencies, usageOf } from '../../server/staff/commands/commands.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { databaseFile, openStore } from '../../server/store/openStore.ts';
import { BadlyTyped, readOptions, splitName } from './commandLine.ts';
import { booksSettings, consoleOrigin, documentFiles, environment, reasonOf, storeOptions } from './database.ts';
import { EXPORTS, exportToFile, fieldsOfExport } from './export.ts';
import { OPERATOR_COMMANDS } from './localCommands.ts';
import { openOcpi } from './openOcpi.ts';
import { RemoteUnavailable, sendRemoteCommand } from './remoteCommand.ts';

const { name, args } = splitName(process.argv.slice(2));
const isJson = args.includes('--json');

/** Exit codes, see docs/operators.md#commands. */
const EXIT = { done: 0, refused: 1, typed: 2, notReceived: 3, waits: 4 } as const;

/**
 * Runs a command on the database. A command only writes rows and enqueues jobs. The running app executes the jobs within
 * seconds.
 */
async function run(command: (typeof OPERATOR_COMMANDS)[string]): Promise<CommandOutput> {
  const isExport = name in EXPORTS && args.some(word => /^--export(=|$)/.test(word));
  const fields = isExport ? { ...command.fields, ...fieldsOfExport(name) } : command.fields;
  const { at, json: _isRead, ...options } = readOptions(fields, args);
  if (at !== undefined) return runRemotely(at, options);
  if ('runAlone' in command) return command.runAlone(readFields(fields, options));
  if (isExport) return withStore(dependencies => exportToFile(dependencies, name, readFields(fields, options)));
  const request = { name, options, commands: { [name]: command } };
  return withStore(async dependencies => (await runCommand(dependencies, request)) ?? { lines: [] });
}

/** Sends a command to a running app, which executes it. */
async function runRemotely(at: string, options: Readonly<Record<string, string>>): Promise<CommandOutput> {
  const command = Object.hasOwn(ALL_COMMANDS, name) ? ALL_COMMANDS[name] : undefined;
  if (!command) throw new BadlyTyped(onlyBesideTheApp(name));
  const known = Object.entries(command.fields).map(([operand, { option }]) => option ?? operand);
  const unknown = Object.keys(options).filter(option => !known.includes(option));
  if (unknown.length > 0) throw new BadlyTyped(onlyBesideTheApp(unknown.map(option => `--${option}`).join(', ')));
  const result = await sendRemoteCommand(at, { name, options });
  if (!result) throw new BadlyTyped(`The running app does not know the command ${name}.`);
  return result;
}

const onlyBesideTheApp = (what: string): string =>
  `${what} is not available with --at. Run it on a machine with the settings and the database of the app.`;

async function withStore<T>(work: (dependencies: CommandDependencies) => Promise<T>): Promise<T> {
  // Opening a missing SQLite file would create an empty database, so that a wrong DATA_DIR would go unnoticed.
  if (storeOptions.databaseUrl === null && !existsSync(databaseFile(storeOptions.dataDir)))
    throw new Error(`No database found in ${storeOptions.dataDir}. Check that DATA_DIR is the same as for the app.`);
  const store = openStore(storeOptions);
  try {
    // Throws DatabaseTooOld if this release cannot migrate the database, because it is from a version that is too old.
    await store.migrations();
    const now = await persistedNow(createKeyValueStore(store.db, 'clock'));
    store.setClock({ now: () => now });
    const createAdmin = () => {
      const config = readConfig(environment);
      const ocpi = config.stations.includes('ocpi') ? openOcpi({ store }) : null;
      return createStationAdmin(config, { store, clock: { now: () => now }, ocpi });
    };
    const secret = () => readConfig(environment).secret;
    const selling = usualTerms(now);
    return await work({
      store,
      now,
      consoleOrigin,
      books: booksSettings,
      documentFiles,
      stationAdmin: createAdmin,
      secret,
      selling,
    });
  } finally {
    await store.close();
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BadlyTyped) return EXIT.typed;
  return error instanceof RemoteUnavailable ? EXIT.notReceived : EXIT.refused;
}

/**
 * Runs the command that the command line names.
 * @returns null if there is no such command
 */
async function start(): Promise<CommandOutput | null> {
  if (name === '--version') return { lines: [VERSION], data: { version: VERSION } };
  const command = Object.hasOwn(OPERATOR_COMMANDS, name) ? OPERATOR_COMMANDS[name] : undefined;
  if (!command) return null;
  return args.includes('--help') ? { lines: [describe(name)] } : run(command);
}

function describe(command: string): string {
  const found = OPERATOR_COMMANDS[command];
  return found ? `npm run operator -- ${usageOf(command, found)}\n    ${found.does}` : '';
}

try {
  const output = await start();
  const lines = output?.lines ?? Object.keys(OPERATOR_COMMANDS).map(describe);
  if (isJson) console.log(JSON.stringify(output?.data ?? { lines }, null, 2));
  else for (const line of lines) console.log(line);
  if (output?.waits) process.exitCode = EXIT.waits;
  if (output?.isWell === false) process.exitCode = EXIT.refused;
  if (!output && name !== '' && name !== '--help') process.exitCode = EXIT.typed;
} catch (error) {
  console.error(isJson ? JSON.stringify({ error: reasonOf(error) }) : reasonOf(error));
  process.exitCode = exitCodeOf(error);
}
