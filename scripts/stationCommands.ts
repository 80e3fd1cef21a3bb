// Which charge points may connect by OCPP: npm run operator -- station add <identity>
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrandOutcome, type ErrandTask, keepErrands } from '../server/adapters/ocpp/errands/errands.ts';
import { keepLog } from '../server/adapters/ocpp/messages/log.ts';
import { keepRegistry, type StationRecord, type UnknownStation } from '../server/adapters/ocpp/registry/registry.ts';
import { ocppRows } from '../server/compose/sources.ts';
import { OCPP_PATH } from '../server/compose/stations.ts';
import type { CommandDependencies } from '../server/operator/backoffice/commands.ts';
import { listPointsAt } from '../server/operator/store/catalogue.ts';
import { createHeldStations } from '../server/operator/store/heldStations.ts';
import type { Said } from './database.ts';

export const STATION_USAGE =
  'station add <identity> [1.6|2.0.1|2.1] | station remove <identity> | station list | station password <identity> | ' +
  'station log <identity> | station reset <identity> [hard] | station availability <identity> on|off [EVSE number]';

type Command = (dependencies: CommandDependencies, words: readonly string[]) => Promise<Said>;

const registryOf = ({ store, now }: CommandDependencies) => keepRegistry({ store: ocppRows(store), now: () => now });

const whatIsSold = async ({ store }: CommandDependencies, id: string): Promise<string> => {
  const points = await listPointsAt(store.db, id);
  return points.length > 0
    ? `sold there: ${points.map(({ evseId }) => evseId).join(', ')}`
    : 'nothing is sold there: name it in chargePoints.json of OPERATOR_DATA, with its EVSE IDs';
};

const bootInWords = ({ boot }: StationRecord): string =>
  boot === null ? 'has never booted' : [boot.vendor, boot.model, boot.firmware, boot.protocol].filter(Boolean).join(' ');

async function linesOf(dependencies: CommandDependencies, station: StationRecord, isConnected: boolean): Promise<string[]> {
  const { id, protocol, unset, faulty } = station;
  const messages = Object.entries(faulty).map(([action, count]) => `${action} ${count}×`);
  return [
    `${id}  ${isConnected ? 'connected' : 'not connected'}  ${bootInWords(station)}${protocol === null ? '' : `  only ${protocol}`}`,
    `  ${await whatIsSold(dependencies, id)}`,
    ...unset.map(what => `  could not be set: ${what}`),
    ...(messages.length > 0 ? [`  sends faulty messages: ${messages.join(', ')}`] : []),
  ];
}

const unknownInWords = ({ id, count, firstAt, lastAt, protocols }: UnknownStation): string =>
  `${id}  was refused ${count}×, from ${firstAt} to ${lastAt}  ${protocols.join(' ')}\n    npm run operator -- station add ${JSON.stringify(id)}`;

const COMMANDS: Readonly<Record<string, Command>> = {
  async add(dependencies, [id = '', version]) {
    const password = await registryOf(dependencies).add(id, { protocol: version === undefined ? null : `ocpp${version}` });
    return {
      lines: [
        `${id} may connect to wss://<your host>${OCPP_PATH}/${encodeURIComponent(id)}, with this password, which is not told again:`,
        password,
        await whatIsSold(dependencies, id),
      ],
      isWell: true,
    };
  },
  async remove(dependencies, [id = '']) {
    const registry = registryOf(dependencies);
    if (!(await registry.find(id))) return { lines: [`There is no station ${id}.`], isWell: false };
    await registry.remove(id);
    return { lines: [`${id} may not connect any more. What charges there goes on until it is disconnected.`], isWell: true };
  },
  password: (dependencies, [id = '']) => errand(dependencies, id, { does: 'change its password' }),
  /** The last messages, as far as they say nothing of who charges there. */
  async log(dependencies, [id = '']) {
    const { store, now } = dependencies;
    const isConnected = (await createHeldStations(store.db).list(now)).some(({ stationId }) => stationId === id);
    if (isConnected) await errand(dependencies, id, { does: 'write its messages down' });
    const lines = await keepLog({ store: ocppRows(store), now: () => now }).list(id);
    return { lines: lines.length > 0 ? lines : [`Nothing was said with ${id} yet.`], isWell: true };
  },
  reset: (dependencies, [id = '', how]) => errand(dependencies, id, { does: 'reset', isHard: how === 'hard' }),
  async availability(dependencies, [id = '', wanted = '', evse]) {
    const number = evse === undefined ? null : Number(evse);
    const isNumber = number === null || (Number.isSafeInteger(number) && number > 0);
    if (!['on', 'off'].includes(wanted) || !isNumber) throw new Error(`npm run operator -- ${STATION_USAGE}`);
    const plug = number === null ? null : { evse: number, connector: 1 };
    return errand(dependencies, id, { does: 'set availability', isOperative: wanted === 'on', plug });
  },
  async list(dependencies) {
    const registry = registryOf(dependencies);
    const { store, now } = dependencies;
    const held = await createHeldStations(store.db).list(now);
    const connected = new Set(held.map(({ stationId }) => stationId));
    const known = await Promise.all(
      (await registry.list()).map(station => linesOf(dependencies, station, connected.has(station.id))),
    );
    const unknown = (await registry.listUnknown()).map(unknownInWords);
    const lines = [...known.flat(), ...(unknown.length > 0 ? ['Not added, and refused:', ...unknown] : [])];
    return { lines: lines.length > 0 ? lines : ['No station yet.'], isWell: true };
  },
};

/** A running app does it within seconds, and its station answers within half a minute. */
const PATIENCE_MS = 45_000;
const LOOK_MS = 200;

const OUTCOMES: Readonly<Record<ErrandOutcome, string>> = {
  accepted: 'It is done.',
  scheduled: 'The station does it as soon as it can.',
  refused: 'The station refuses it.',
  busy: 'Not done: somebody charges there, or is about to.',
  'no answer': 'The station has not answered. It may have done it.',
};

/** By the app that holds the station's connection. */
async function errand(dependencies: CommandDependencies, id: string, task: ErrandTask): Promise<Said> {
  const { store, now } = dependencies;
  if (!(await registryOf(dependencies).find(id))) return { lines: [`There is no station ${id}.`], isWell: false };
  const held = await createHeldStations(store.db).list(now);
  if (!held.some(({ stationId }) => stationId === id)) return { lines: [`${id} is not connected.`], isWell: false };
  const errands = keepErrands({ store: ocppRows(store), now: () => now });
  const key = await errands.ask(id, task);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_MS)) {
    const outcome = await errands.outcomeOf(key);
    if (outcome) return { lines: [OUTCOMES[outcome]], isWell: outcome === 'accepted' || outcome === 'scheduled' };
  }
  return { lines: ['No running app has done it. Is one running on this database?'], isWell: false };
}

export function runStation(dependencies: CommandDependencies, [name = '', ...words]: readonly string[]): Promise<Said> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`npm run operator -- ${STATION_USAGE}`);
  return command(dependencies, words);
}
