import Joi from 'joi';
import { POINT_FILTERS } from '../../../shared/console/plugGroups.ts';
import type { SecurityEvent } from '../../../shared/console/securityEvents.ts';
import type { StationSetting, StationSettings } from '../../../shared/console/stationCommands.ts';
import type { StationLogFile } from '../../../shared/console/stationLogFiles.ts';
import {
  type PointLine,
  type SoldConnection,
  STATION_FILTERS,
  type StationLine,
  type Stations,
  type StationsQuery,
} from '../../../shared/console/stations.ts';
import { columns } from '../acts/commandLines.ts';
import { field, IDENTITY, oneOf, textField } from '../acts/fields.ts';
import { listStations } from '../stations/stationLists.ts';
import { listStationLogFiles } from '../stations/stationLogFiles.ts';
import { query } from './commands.ts';

const FILTERS = [...POINT_FILTERS, ...STATION_FILTERS];

interface SettingsQuery {
  identity: string;
  find?: string;
}

/** Prints what an OCPP station has reported. */
export const OCPP_QUERIES = {
  'station log': query<{ identity: string }, readonly string[]>({
    does: 'List the last messages of a station, without personal data',
    fields: { identity: IDENTITY },
    read: async ({ stationAdmin }, { identity }) => (await stationAdmin?.().ocpp?.listMessages(identity)) ?? [],
    lines: (messages, { identity }) => (messages.length > 0 ? messages : [`No messages exchanged with ${identity} yet.`]),
  }),
  'station settings': query<SettingsQuery, StationSettings | null>({
    does: 'List the settings of a station as it reported them at the last `station read-settings`',
    fields: { identity: IDENTITY, find: textField('[--find …]') },
    read: async ({ store, stationAdmin }, { identity, find = '' }) => {
      const list = (await stationAdmin?.().ocpp?.findSettings(store, identity)) ?? null;
      return list && { ...list, settings: list.settings.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase())) };
    },
    lines: (list, { identity }) =>
      list
        ? [`Read at ${list.readAt}${list.isComplete ? '' : ', not complete'}:`, ...columns(list.settings.map(settingInWords))]
        : [`The settings of ${identity} were never read. Use \`station read-settings\`.`],
  }),
  'station log-files': query<{ identity: string }, readonly StationLogFile[]>({
    does: 'List the last requested log files of a station; the console and the API download them',
    fields: { identity: IDENTITY },
    read: ({ store }, { identity }) => listStationLogFiles(store.db, identity),
    lines: (files, { identity }) =>
      files.length > 0 ? columns(files.map(logFileInWords)) : [`No log file of ${identity} was requested.`],
  }),
  'station security-events': query<{ identity: string }, readonly SecurityEvent[]>({
    does: 'List the security events that a station has reported, the latest first',
    fields: { identity: IDENTITY },
    read: async ({ stationAdmin }, { identity }) => (await stationAdmin?.().ocpp?.listSecurityEvents(identity)) ?? [],
    lines: (events, { identity }) =>
      events.length > 0
        ? columns(events.map(({ type, count, firstAt, lastAt }) => [type, `${count}×`, `${firstAt} to ${lastAt}`]))
        : [`${identity} has reported no security events.`],
  }),
};

const logFileInWords = ({ id, kind, requestedAt, state, file, to }: StationLogFile): readonly string[] => [
  id,
  kind,
  `requested ${requestedAt}`,
  file ? `received ${file.receivedAt}: ${file.name}, ${file.sizeBytes} bytes` : `${state}${to === null ? '' : ` to ${to}`}`,
];

const settingInWords = ({ name, value, unit, isReadOnly, isSecret, isRequired }: StationSetting): readonly string[] => [
  name,
  isSecret ? '(not shown)' : `${value ?? '–'}${unit === null ? '' : ` ${unit}`}`,
  [...(isReadOnly ? ['read only'] : []), ...(isRequired ? ['set by the app at each boot'] : [])].join(', '),
];

/** Prints the same lists as the station pages of the console, using the same code. */
export const STATION_QUERIES = {
  ...OCPP_QUERIES,
  stations: query<StationsQuery, Stations>({
    does: 'List charging points with the state of their plugs, and their stations and connections',
    fields: {
      is: oneOf('is', FILTERS),
      find: field('[--find <EVSE ID>]', Joi.string().empty('')),
      after: field('[--after <EVSE ID>]', Joi.string().empty('')),
      afterStation: field('[--after-station <identity>]', Joi.string().empty('')),
    },
    read: ({ store, stationAdmin }, { is, find, after, afterStation }) =>
      listStations(
        { store, ...(stationAdmin ? { stationAdmin: stationAdmin() } : {}) },
        { ...(is && { is }), ...(find && { find }), ...(after && { after }), ...(afterStation && { afterStation }) },
      ),
    lines: linesOf,
  }),
};

function linesOf({ points, stations: some, refused, connections }: Stations): readonly string[] {
  const lines = [
    ...columns((points?.lines ?? []).map(pointInWords)),
    ...(points?.after ? [`More: --after ${points.after}`] : []),
    ...(some?.lines ?? []).flatMap(stationInWords),
    ...(some?.after ? [`More: --after-station ${some.after}`] : []),
    ...refused.map(
      ({ identity, count, lastAt }) => `${identity}  rejected ${count}×, last at ${lastAt}: the station is not added`,
    ),
    ...connections.map(connectionInWords),
  ];
  return lines.length > 0 ? lines : ['No entries found.'];
}

const pointInWords = ({ evseId, street, city, kind, at, plugs, off }: PointLine): readonly string[] => [
  evseId,
  plugs.map(({ number, state }) => `${number} ${state.replace('-', ' ')}`).join(', '),
  `${kind}${at && ` ${at}`}`,
  `${street}, ${city}`,
  off ? `disabled by ${off.by}: ${off.reason}` : '',
];

function stationInWords({
  identity,
  isConnected,
  protocol,
  lastMessageAt,
  boot,
  unset,
  securityProfile,
  firmware,
}: StationLine): readonly string[] {
  const disconnected = lastMessageAt === null ? 'never connected' : `not connected since ${lastMessageAt}`;
  const made = boot ? [boot.vendor, boot.model, boot.firmware].filter(Boolean).join(' ') : 'never booted';
  return [
    [identity, isConnected ? 'connected' : disconnected, protocol ?? '–', `security profile ${securityProfile}`, made].join('  '),
    ...unset.map(what => `  setting rejected: ${what}`),
    ...(firmware ? [`  firmware update from ${firmware.server}: ${firmware.state}, ${firmware.stateAt}`] : []),
  ];
}

const connectionInWords = ({
  name,
  state,
  version,
  parties,
  waiting,
  shared,
  failingS,
  points,
  refused,
  pulledAt,
}: SoldConnection): string =>
  [
    ...[name, state, version ?? '–', parties.join(' '), failingS > 0 ? `failing for ${failingS} s` : 'works'],
    ...[`${points} EVSEs offered`, `${refused} locations incomplete`, `last pull ${pulledAt ?? 'never'}`],
    ...(waiting === '' ? [] : [`unconfirmed claims: ${waiting}`]),
    ...(shared === '' ? [] : [`shared parties, undecided: ${shared}`]),
  ].join('  ');
