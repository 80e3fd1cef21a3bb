// Commands for OCPP stations: npm run operator -- station add <identity> --who "First Last"
import Joi from 'joi';
import { ocppRows } from '../../server/compose/sources.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import type { Within } from '../../server/runtime/stationAdmin.ts';
import { ActRefused, act, COMMAND_ONLY, type CommandOutput, within } from '../../server/staff/acts/act.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { field, limit, OPTIONAL_REASON, textField } from '../../server/staff/acts/fields.ts';
import { LIMIT_CHARGING } from '../../server/staff/acts/limitAct.ts';
import { OCPP_ACTS } from '../../server/staff/acts/ocppActs.ts';
import { soldAtStation } from '../../server/staff/acts/stationActs.ts';
import {
  type Command,
  type CommandDependencies,
  type Commands,
  command,
  commandsOf,
} from '../../server/staff/commands/commands.ts';
import { OCPP_QUERIES } from '../../server/staff/commands/stationQueries.ts';
import { refusalInWords } from '../../server/stations/ocpp/chargePoints/refusals.ts';
import {
  createStationRegistry,
  type StationRecord,
  type UnknownStation,
} from '../../server/stations/ocpp/chargePoints/registry.ts';
import { refusedSettings } from '../../server/stations/ocpp/settings/chargingLimit.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { createLogFileRows } from '../../server/store/staff/stationLogFiles.ts';
import type { ChargingLimit } from '../../shared/console/chargingLimit.ts';
import type { RefusedHandshakes } from '../../shared/console/refusals.ts';
import { port, publicOrigin } from './database.ts';

const registryOf = ({ store, now }: { store: Within; now: Date }) =>
  createStationRegistry({ store: ocppRows(store), now: () => now });

const bootInWords = ({ boot }: StationRecord): string =>
  boot === null ? 'never booted' : [boot.vendor, boot.model, boot.firmware, boot.protocol].filter(Boolean).join(' ');

async function linesOf(dependencies: CommandDependencies, station: StationRecord, isConnected: boolean): Promise<string[]> {
  const { id, protocol, faulty, refused, limit } = station;
  const messages = Object.entries(faulty).map(([action, count]) => `${action} ${count}×`);
  return [
    `${id}  ${isConnected ? 'connected' : 'not connected'}  ${bootInWords(station)}${protocol === null ? '' : `  only ${protocol}`}`,
    `  ${await soldAtStation(dependencies.store.db, id)}`,
    ...(refused ? [`  ${refusedInWords(refused)}`] : []),
    ...(limit ? [`  ${limitInWords(limit)}`] : []),
    ...refusedSettings(station).map(what => `  setting rejected: ${what}`),
    ...(messages.length > 0 ? [`  sends faulty messages: ${messages.join(', ')}`] : []),
  ];
}

const limitInWords = ({ limitW, setAt, state }: ChargingLimit): string =>
  `${limitW === null ? 'charging limit removed' : `charging limit ${limitW / 1000} kW`} at ${setAt}, ${STATES[state]}`;
const STATES = { sent: 'not confirmed', confirmed: 'confirmed', refused: 'refused' };

const refusedInWords = (refused: RefusedHandshakes): string =>
  `rejected ${refused.count}×, from ${refused.firstAt} to ${refused.lastAt}, last: ${refusalInWords(refused)}`;

const unknownInWords = (unknown: UnknownStation): string => {
  const line = `${unknown.id}  ${refusedInWords(unknown)}`;
  if (unknown.reason === 'path not understood') return line;
  return `${line}\n    npm run operator -- station add ${JSON.stringify(unknown.id)} --who "…"`;
};

const moreInWords = (count: number): readonly string[] =>
  count > 0 ? [`${count} more. Narrow the list with --find or extend it with --limit.`] : [];

interface ListQuery {
  find: string;
  limit: number;
}

/** Lists stations, sorted by identity. Details are read only for the stations in the output. */
async function list(dependencies: CommandDependencies, { find, limit }: ListQuery): Promise<CommandOutput> {
  const registry = registryOf(dependencies);
  const listed = <T extends { id: string }>(all: readonly T[]) =>
    all.filter(({ id }) => id.toLowerCase().includes(find.toLowerCase())).sort((one, other) => (one.id < other.id ? -1 : 1));
  const { store, now } = dependencies;
  const held = await createHeldStations(store).list(now);
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
  return { lines: lines.length > 0 ? lines : [none] };
}

interface StationValues {
  id: string;
  reason: string;
}

const IDENTITY = { id: field('<identity>', Joi.string().required(), 'Give the identity of a station.') };

const REMOVE_STATION = act<StationValues>({
  subject: 'station',
  fields: { ...IDENTITY, reason: OPTIONAL_REASON },
  command: { name: 'station remove', does: 'Revoke the password of a station, so that it can no longer connect', isLocal: true },
  about: ({ id }) => id,
  async run(context, { id }) {
    const registry = registryOf(within(context));
    if (!(await registry.find(id))) throw new ActRefused(`Unknown station ${id}.`);
    await registry.remove(id);
    // Otherwise a station that is added with the same identity would show them.
    await createLogFileRows(within(context).store).removeAll(id);
    const line = `${id} may no longer connect. Running sessions continue until the station is disconnected.`;
    return { ...COMMAND_ONLY, lines: [line] };
  },
});

/** The commands that need only the database and the registered stations. */
const OWN_COMMANDS = {
  ...commandsOf({
    'add-station': ACTS['add-station'],
    'add-stations': ACTS['add-stations'],
    ...OCPP_ACTS,
    'limit-charging': LIMIT_CHARGING,
  }),
  ...OCPP_QUERIES,
};

/** Uses only `store` and `now`, so that the command works even if other settings of the app are missing. */
const withOwnAdmin = (row: Command): Command => ({
  ...row,
  run(dependencies, values) {
    const { store, now } = dependencies;
    const admin = createStationAdmin(
      { stations: ['ocpp'], publicOrigin, port },
      { store, clock: { now: () => now }, ocpi: null },
    );
    return row.run({ ...dependencies, stationAdmin: () => admin }, values);
  },
});

/** The commands for stations that connect by OCPP. */
export const STATION_COMMANDS: Commands = {
  ...Object.fromEntries(Object.entries(OWN_COMMANDS).map(([name, row]) => [name, withOwnAdmin(row)])),
  ...commandsOf({ 'remove-station': REMOVE_STATION }),
  'station list': command<ListQuery>({
    does: 'List the stations with their state, and rejected connections',
    isLocal: true,
    fields: { find: textField('[--find …]'), limit: limit(50) },
    run: list,
  }),
};
