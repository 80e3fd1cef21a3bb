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
    does: 'charging points, how their plugs stand, and the stations and connections they are reached by',
    options: ['is', 'find', 'after', 'after-station'],
    run: async (dependencies, options) => linesOf(await stations(dependencies, options)),
    data: stations,
  },
  switch: {
    usage: 'switch <EVSE ID> --to on|off --reason "…" --who "…"',
    does: 'switches a charging point off: it is not sold until it is switched on again, and what charges there goes on',
    options: ['to', 'reason', 'who'],
    operands: 'point',
    async run(dependencies, { point = '', to, reason = '', who }) {
      if (to !== 'on' && to !== 'off') throw new RangeError('Say which: --to on or --to off.');
      await act(dependencies, who, { does: 'switch', point, isOn: to === 'on', reason });
      return [to === 'on' ? `${point} is sold again.` : `${point} is switched off: nobody can begin to charge there.`];
    },
  },
};

function stations({ store, desk }: CommandDependencies, { is, find, after, ...rest }: Options): Promise<Stations> {
  const filter = FILTERS.find(name => name === is);
  if (is !== undefined && !filter) throw new RangeError(`There is no ${is}: ${FILTERS.join(', ')}`);
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
    ...refused.map(({ identity, count, lastAt }) => `${identity}  was refused ${count}×, last at ${lastAt}: nobody has added it`),
    ...connections.map(connectionInWords),
  ];
  return lines.length > 0 ? lines : ['Nothing of the kind.'];
}

const pointInWords = ({ evseId, street, city, kind, at, plugs, off }: PointLine): readonly string[] => [
  evseId,
  plugs.map(({ number, state }) => `${number} ${state.replace('-', ' ')}`).join(', '),
  `${kind}${at && ` ${at}`}`,
  `${street}, ${city}`,
  off ? `switched off by ${off.by}: ${off.reason}` : '',
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
  const made = boot ? [boot.vendor, boot.model, boot.firmware].filter(Boolean).join(' ') : 'has never booted';
  return [
    [identity, isConnected ? 'connected' : disconnected, protocol ?? '–', `security profile ${securityProfile}`, made].join('  '),
    ...unset.map(what => `  could not be set: ${what}`),
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
    ...[name, state, version ?? '–', parties.join(' '), failingS > 0 ? `fails for ${failingS} s` : 'works'],
    ...[`${points} EVSEs sold`, `${refused} locations not whole`, `read ${pulledAt ?? 'never'}`],
    ...(waiting === '' ? [] : [`claims, not confirmed: ${waiting}`]),
    ...(shared === '' ? [] : [`shared, to be decided: ${shared}`]),
  ].join('  ');
