// What a person who looks after the shop may do beside the running app, on the database of the same settings:
//   npm run operator                                                      says what there is
//   npm run operator -- refund --transaction 482913057 --amount 5.00 --reason "Stopped twice" --who "First Last"
//   npm run operator -- books 2026-11 --at https://charge.example --json  asks a running app, where there is no disk of its own
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { persistedNow } from '../../server/adapters/clock/persistedClock.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { readConfig } from '../../server/config/config.ts';
import { VERSION } from '../../server/platform/version.ts';
import { ALL_COMMANDS, runCommand } from '../../server/staff/commands/allCommands.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { databaseFile, openStore } from '../../server/store/openStore.ts';
import { booksSettings, type CliOutput, consoleOrigin, documentFiles, environment, reasonOf, storeOptions } from './database.ts';
import { DATA_COMMANDS } from './dataCommands.ts';
import { EXPORTS, exportToFile } from './export.ts';
import { openOcpi } from './openOcpi.ts';
import { RemoteUnavailable, sendRemoteCommand } from './remoteCommand.ts';

const [name = '', ...args] = process.argv.slice(2);
/** The answer is for a program, also where it is an error. */
const isJson = args.includes('--json');
type Command = (typeof ALL_COMMANDS)[string];
type DataCommand = (typeof DATA_COMMANDS)[string];

/** See docs/operators.md#commands. */
const EXIT = { done: 0, refused: 1, typed: 2, notHeard: 3, waits: 4 } as const;

/** Typed in a way that no command understands. */
class BadlyTyped extends Error {}

/** Only rows are written: the running app sees them within seconds and does what they enqueue. */
async function run(command: Command): Promise<CliOutput> {
  const { at, json: _isRead, ...said } = readWords(command);
  if (at !== undefined && said.take !== undefined) throw new BadlyTyped(onlyBesideTheApp('--take'));
  if (said.take !== undefined) return withStore(dependencies => exportToFile(dependencies, name, said));
  const request = { name, options: said, isJson };
  if (at !== undefined) return runRemotely(at, request);
  const result = await withStore(dependencies => runCommand(dependencies, request));
  if (!result) throw new BadlyTyped(`There is no ${name}.`);
  if (result.waits) process.exitCode = EXIT.waits;
  return { ...result, isWell: true };
}

/** What a running app has answered. */
async function runRemotely(at: string, ask: Parameters<typeof sendRemoteCommand>[1]): Promise<CliOutput> {
  const result = await sendRemoteCommand(at, ask);
  if (!result) throw new BadlyTyped(`There is no ${ask.name} there.`);
  if (result.waits) process.exitCode = EXIT.waits;
  return { ...result, isWell: true };
}

/** What was typed behind the command, by its names. */
function readWords({ options, switches = [], operands }: Pick<Command, 'options' | 'switches' | 'operands'>) {
  const known = new Map<string, { type: 'string' | 'boolean' }>();
  const consumed = args.some(word => /^--take(=|$)/.test(word)) ? EXPORTS[name] : undefined;
  const forFiles = consumed ? ['take', 'out', 'who', ...consumed.narrowed] : [];
  for (const option of [...options, 'at', ...forFiles]) known.set(option, { type: 'string' });
  for (const option of [...switches, 'json']) known.set(option, { type: 'boolean' });
  try {
    const config = { args, options: Object.fromEntries(known), allowPositionals: operands !== undefined };
    const { values, positionals } = parseArgs(config);
    const output: Record<string, string> = Object.fromEntries(
      Object.entries(values).map(([option, value]) => [option, String(value)]),
    );
    if (operands !== undefined) output[operands] = positionals.join(' ');
    return output;
  } catch (error) {
    throw new BadlyTyped(reasonOf(error));
  }
}

const onlyBesideTheApp = (what: string): string =>
  `${what} is not available with --at: run it on a machine with the settings and the database of the app.`;

/** What is done with an operator's folder; looking at one needs no app. */
async function runData({ run: work }: DataCommand): Promise<CliOutput> {
  const { at, words } = withoutCommonOptions();
  if (at !== undefined) {
    const request = 'fromAfar' in work ? work.fromAfar?.(words) : null;
    if (!request) throw new BadlyTyped(onlyBesideTheApp('fromAfar' in work ? `${name} ${words[0]}` : name));
    return runRemotely(at, { ...request, isJson });
  }
  if ('withOptions' in work) return withStore(dependencies => work.withOptions(dependencies, words));
  const { positionals } = parseArgs({ args: words, allowPositionals: true });
  return work.onFolder(positionals);
}

/** `--at` and `--json`, which every command has, apart from what else was typed. */
function withoutCommonOptions(): { at: string | undefined; words: string[] } {
  const options = { at: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const consumed = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(options, token.name)) continue;
    consumed.add(token.index);
    if (token.inlineValue === false) consumed.add(token.index + 1);
  }
  if (typeof values.at === 'boolean') throw new BadlyTyped('Say which running app: --at https://charge.example');
  return { at: values.at, words: args.filter((_, index) => !consumed.has(index)) };
}

async function withStore<T>(work: (dependencies: CommandDependencies) => Promise<T>): Promise<T> {
  // A new, empty database would answer as well, and nobody would notice.
  if (storeOptions.databaseUrl === null && !existsSync(databaseFile(storeOptions.dataDir)))
    throw new Error(`There is no app in ${storeOptions.dataDir}. Is DATA_DIR the one it runs with?`);
  const store = openStore(storeOptions);
  try {
    // Refuses a database of an earlier version.
    await store.migrations();
    const now = await persistedNow(createKeyValueStore(store.db, 'clock'));
    const createAdmin = () => {
      const config = readConfig(environment);
      const ocpi = config.stations.includes('ocpi') ? openOcpi({ store }) : null;
      return createStationAdmin(config, { store, clock: { now: () => now }, ocpi });
    };
    const secret = () => readConfig(environment).secret;
    return await work({ store, now, consoleOrigin, books: booksSettings, documentFiles, desk: createAdmin, secret });
  } finally {
    await store.close();
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BadlyTyped) return EXIT.typed;
  return error instanceof RemoteUnavailable ? EXIT.notHeard : EXIT.refused;
}

const usageOf = ({ usage, does }: Pick<Command, 'usage' | 'does'>): string => `npm run operator -- ${usage}\n    ${does}`;

/** Null: there is no such command. */
async function start(): Promise<CliOutput | null> {
  if (name === '--version') return { lines: [VERSION], data: { version: VERSION }, isWell: true };
  const command = Object.hasOwn(ALL_COMMANDS, name) ? ALL_COMMANDS[name] : undefined;
  const dataCommand = Object.hasOwn(DATA_COMMANDS, name) ? DATA_COMMANDS[name] : undefined;
  const found = command ?? dataCommand;
  if (found && args.includes('--help')) return { lines: [usageOf(found)], isWell: true };
  if (command) return run(command);
  return dataCommand ? runData(dataCommand) : null;
}

try {
  const output = await start();
  const lines = output?.lines ?? [...Object.values(ALL_COMMANDS), ...Object.values(DATA_COMMANDS)].map(usageOf);
  if (isJson) console.log(JSON.stringify(output?.data ?? { lines }, null, 2));
  else for (const line of lines) console.log(line);
  if (output && !output.isWell) process.exitCode = EXIT.refused;
  if (!output && name !== '' && name !== '--help') process.exitCode = EXIT.typed;
} catch (error) {
  console.error(isJson ? JSON.stringify({ error: reasonOf(error) }) : reasonOf(error));
  process.exitCode = exitCodeOf(error);
}
