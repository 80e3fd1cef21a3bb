import {
  POINT_FILTERS,
  type PointLine,
  type SoldConnection,
  STATION_FILTERS,
  type StationLine,
  type Stations,
  type StationsQuery,
} from '../../../shared/console/stations.ts';
import { listStations } from '../stations/stationLists.ts';
import { act } from './actCommands.ts';
import { columns } from './commandLines.ts';
import type { Command, CommandDependencies } from './commands.ts';

type Options = Readonly<Record<string, string | undefined>>;

const FILTERS = [...POINT_FILTERS, ...STATION_FILTERS];

/** What the console's pages of stations show and do, by the same code. */
export const STATION_COMMANDS: Readonly<Record<string, Command>> = {
  stations: {
    usage: `stations [--is ${FILTERS.join('|')}] [--find <EVSE ID>] [--after <EVSE ID>] [--after-station <identity>]`,
    does: 'List charging points with the state of their plugs, and their stations and connections',
    options: ['is', 'find', 'after', 'after-station'],
    run: async (dependencies, options) => linesOf(await stations(dependencies, options)),
    data: stations,
  },
  switch: {
    usage: 'switch <EVSE ID> --to on|off --reason "…" --who "…"',
    does: 'Disable or enable a charging point; running sessions continue',
    options: ['to', 'reason', 'who'],
    operands: 'point',
    async run(dependencies, { point = '', to, reason = '', who }) {
      if (to !== 'on' && to !== 'off') throw new RangeError('Missing state. Use --to on or --to off.');
      await act(dependencies, who, { does: 'switch', point, isOn: to === 'on', reason });
      return [to === 'on' ? `${point} is enabled.` : `${point} is disabled. New sessions cannot start there.`];
    },
  },
};

function stations({ store, desk }: CommandDependencies, { is, find, after, ...rest }: Options): Promise<Stations> {
  const filter = FILTERS.find(name => name === is);
  if (is !== undefined && !filter) throw new RangeError(`Unknown filter ${is}. Use one of: ${FILTERS.join(', ')}.`);
  const { 'after-station': afterStation } = rest;
  const query: StationsQuery = {
    ...(filter && { is: filter }),
    ...(find && { find }),
    ...(after && { after }),
    ...(afterStation && { afterStation }),
  };
  return listStations({ store, ...(desk ? { desk: desk() } : {}) }, query);
}

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
  heardAt,
  boot,
  unset,
  securityProfile,
}: StationLine): readonly string[] {
  const disconnected = heardAt === null ? 'never connected' : `not connected since ${heardAt}`;
  const made = boot ? [boot.vendor, boot.model, boot.firmware].filter(Boolean).join(' ') : 'never booted';
  return [
    [identity, isConnected ? 'connected' : disconnected, protocol ?? '–', `security profile ${securityProfile}`, made].join('  '),
    ...unset.map(what => `  setting rejected: ${what}`),
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
