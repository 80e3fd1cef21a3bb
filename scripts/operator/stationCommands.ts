// Which charge points may connect by OCPP: npm run operator -- station add <identity> --who "First Last"
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ocppRows } from '../../server/compose/sources.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { ActRefused } from '../../server/staff/acts/manualSettlement.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { type ActStore, recordThenRun, runManualAct } from '../../server/staff/commands/manualCommand.ts';
import { accessInWords, addStation } from '../../server/staff/commands/remoteCommands.ts';
import { refusalInWords } from '../../server/stations/ocpp/chargePoints/refusals.ts';
import {
  createStationRegistry,
  type StationRecord,
  type UnknownStation,
} from '../../server/stations/ocpp/chargePoints/registry.ts';
import { type CommandOutcome, createCommandStore, type StationCommand } from '../../server/stations/ocpp/commands/commands.ts';
import { createMessageLog } from '../../server/stations/ocpp/messages/log.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { listPointsAt } from '../../server/store/shop/catalogue.ts';
import type { AuditedAct } from '../../shared/console/audit.ts';
import type { RefusedHandshakes } from '../../shared/console/refusals.ts';
import { type CliOutput, port, publicOrigin } from './database.ts';
import type { RemoteRequest } from './remoteCommand.ts';

export const STATION_USAGE =
  'station add <identity> [1.6|2.0.1|2.1] --who "…" | station remove <identity> --who "…" | station list [--find …] [--most 50] | ' +
  'station password <identity> --who "…" | station log <identity> | station reset <identity> [hard] --who "…" | ' +
  'station availability <identity> on|off [EVSE number] --who "…"; each with [--reason "…"]';

/** Who has it done, and why; missing where nobody has said so. `find` and `most` narrow a list. */
interface By {
  who?: string | undefined;
  reason?: string | undefined;
  find?: string | undefined;
  most?: string | undefined;
}
type Command = (dependencies: CommandDependencies, words: readonly string[], by: By) => Promise<CliOutput>;

const registryOf = ({ store, now }: Pick<ActStore, 'store' | 'now'>) =>
  createStationRegistry({ store: ocppRows(store), now: () => now });

const whatIsSold = async ({ store }: CommandDependencies, id: string): Promise<string> => {
  const points = await listPointsAt(store.db, id);
  return points.length > 0
    ? `charging points: ${points.map(({ evseId }) => evseId).join(', ')}`
    : 'no charging points: add the station with its EVSE IDs to chargePoints.json of OPERATOR_DATA, then run import';
};

const bootInWords = ({ boot }: StationRecord): string =>
  boot === null ? 'never booted' : [boot.vendor, boot.model, boot.firmware, boot.protocol].filter(Boolean).join(' ');

async function linesOf(dependencies: CommandDependencies, station: StationRecord, isConnected: boolean): Promise<string[]> {
  const { id, protocol, unset, faulty, refused } = station;
  const messages = Object.entries(faulty).map(([action, count]) => `${action} ${count}×`);
  return [
    `${id}  ${isConnected ? 'connected' : 'not connected'}  ${bootInWords(station)}${protocol === null ? '' : `  only ${protocol}`}`,
    `  ${await whatIsSold(dependencies, id)}`,
    ...(refused ? [`  ${refusedInWords(refused)}`] : []),
    ...unset.map(what => `  setting rejected: ${what}`),
    ...(messages.length > 0 ? [`  sends faulty messages: ${messages.join(', ')}`] : []),
  ];
}

const refusedInWords = (refused: RefusedHandshakes): string =>
  `rejected ${refused.count}×, from ${refused.firstAt} to ${refused.lastAt}, last: ${refusalInWords(refused)}`;

const unknownInWords = (unknown: UnknownStation): string => {
  const line = `${unknown.id}  ${refusedInWords(unknown)}`;
  if (unknown.reason === 'path not understood') return line;
  return `${line}\n    npm run operator -- station add ${JSON.stringify(unknown.id)} --who "…"`;
};

const LIST_LIMIT = 50;
const moreInWords = (count: number): readonly string[] =>
  count > 0 ? [`${count} more. Narrow the list with --find or extend it with --most.`] : [];

const COMMANDS: Readonly<Record<string, Command>> = {
  /** As at the console: a station that was added gets another password. */
  async add(dependencies, [id = '', version], { who, reason }) {
    const { store, now } = dependencies;
    const createAdmin = () =>
      createStationAdmin({ stations: ['ocpp'], publicOrigin, port }, { store, clock: { now: () => now }, ocpi: null });
    const access = await addStation({ ...dependencies, desk: createAdmin }, { identity: id, version, reason, who });
    return { lines: [...accessInWords(access), await whatIsSold(dependencies, id)], data: access, isWell: true };
  },
  async remove(dependencies, [id = ''], { who, reason = '' }) {
    await runManualAct(dependencies, who, { does: 'remove-station', number: null, reason }, async ({ store, now }) => {
      const registry = registryOf({ store, now });
      if (!(await registry.find(id))) throw new ActRefused(`Unknown station ${id}.`);
      await registry.remove(id);
      return { told: null, facts: { about: id } };
    });
    return { lines: [`${id} may no longer connect. Running sessions continue until the station is disconnected.`], isWell: true };
  },
  password: (dependencies, [id = ''], by) =>
    sendAuditedCommand(dependencies, { id, by, does: 'change-password' }, { does: 'change its password' }),
  /** The last messages, as far as they say nothing of who charges there. */
  async log(dependencies, [id = '']) {
    const { store, now } = dependencies;
    const isConnected = (await createHeldStations(store.db).list(now)).some(({ stationId }) => stationId === id);
    if (isConnected) await sendStationCommand(dependencies, id, { does: 'write its messages down' });
    const lines = await createMessageLog({ store: ocppRows(store), now: () => now }).list(id);
    return { lines: lines.length > 0 ? lines : [`No messages exchanged with ${id} yet.`], isWell: true };
  },
  reset: (dependencies, [id = '', how], by) =>
    sendAuditedCommand(dependencies, { id, by, does: 'reset-station' }, { does: 'reset', isHard: how === 'hard' }),
  async availability(dependencies, [id = '', wanted = '', evse], by) {
    const number = evse === undefined ? null : Number(evse);
    const isNumber = number === null || (Number.isSafeInteger(number) && number > 0);
    if (!['on', 'off'].includes(wanted) || !isNumber) throw new Error(`npm run operator -- ${STATION_USAGE}`);
    const plug = number === null ? null : { evse: number, connector: 1 };
    const task = { does: 'set availability', isOperative: wanted === 'on', plug } as const;
    return sendAuditedCommand(dependencies, { id, by, does: 'set-availability' }, task);
  },
  /** By identity; the facts of a station are read only for those that are shown. */
  async list(dependencies, _words, { find = '', most = String(LIST_LIMIT) }) {
    const registry = registryOf(dependencies);
    const limit = Number.parseInt(most, 10) || LIST_LIMIT;
    const listed = <T extends { id: string }>(all: readonly T[]) =>
      all.filter(({ id }) => id.toLowerCase().includes(find.toLowerCase())).sort((one, other) => (one.id < other.id ? -1 : 1));
    const { store, now } = dependencies;
    const held = await createHeldStations(store.db).list(now);
    const connected = new Set(held.map(({ stationId }) => stationId));
    const [stations, strangers] = [listed(await registry.list()), listed(await registry.listUnknown())];
    const shown = stations.slice(0, limit);
    const known = await Promise.all(shown.map(station => linesOf(dependencies, station, connected.has(station.id))));
    const unknown = strangers.slice(0, limit).map(unknownInWords);
    const lines = [
      ...known.flat(),
      ...moreInWords(stations.length - shown.length),
      ...(unknown.length > 0 ? ['Unknown stations, rejected:', ...unknown] : []),
      ...moreInWords(strangers.length - unknown.length),
    ];
    const none = find === '' ? 'No stations added yet.' : `No station with ${find} in its identity.`;
    return { lines: lines.length > 0 ? lines : [none], isWell: true };
  },
};

/** A running app does it within seconds, and its station answers within half a minute. */
const PATIENCE_MS = 45_000;
const POLL_INTERVAL_MS = 200;

const OUTCOMES: Readonly<Record<CommandOutcome, string>> = {
  accepted: 'Done.',
  scheduled: 'The station has scheduled the command.',
  refused: 'The station rejected the command.',
  busy: 'Not done: a session is running or about to start.',
  'no answer': 'The station has not responded. The command may have been executed.',
};

/** An errand that changes something, with who has asked for it. What became of it is written down where it was not done. */
async function sendAuditedCommand(
  dependencies: CommandDependencies,
  { id, by: { who, reason }, does }: { id: string; by: By; does: AuditedAct },
  task: StationCommand,
): Promise<CliOutput> {
  return recordThenRun(dependencies, who, { does, reason, facts: { about: id } }, async () => {
    const output = await sendStationCommand(dependencies, id, task);
    if (!output.isWell) throw new ActRefused(output.lines.join('\n'));
    return output;
  });
}

/** By the app that holds the station's connection. */
async function sendStationCommand(dependencies: CommandDependencies, id: string, task: StationCommand): Promise<CliOutput> {
  const { store, now } = dependencies;
  if (!(await registryOf(dependencies).find(id))) return { lines: [`Unknown station ${id}.`], isWell: false };
  const held = await createHeldStations(store.db).list(now);
  if (!held.some(({ stationId }) => stationId === id)) return { lines: [`${id} is not connected.`], isWell: false };
  const stationCommands = createCommandStore({ store: ocppRows(store), now: () => now });
  const key = await stationCommands.ask(id, task);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const outcome = await stationCommands.outcomeOf(key);
    if (outcome) return { lines: [OUTCOMES[outcome]], isWell: outcome === 'accepted' || outcome === 'scheduled' };
  }
  return { lines: ['No app executed the command. Check that an app is running on this database.'], isWell: false };
}

function readStationWords(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { who: text, reason: text, find: text, most: text };
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

/** What a running app is asked with `--at`; null: that is not available there. */
export function parseRemoteStationCommand(args: readonly string[]): RemoteRequest | null {
  const { values, positionals } = readStationWords(args);
  const [does, identity, version] = positionals;
  return does === 'add' ? { name: 'add-station', options: { ...values, identity, version } } : null;
}

export async function runStation(dependencies: CommandDependencies, args: readonly string[]): Promise<CliOutput> {
  const { values, positionals } = readStationWords(args);
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`npm run operator -- ${STATION_USAGE}`);
  try {
    return await command(dependencies, words, values);
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error;
    return { lines: error.message.split('\n'), isWell: false };
  }
}
