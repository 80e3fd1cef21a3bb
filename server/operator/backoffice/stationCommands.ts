import type { StationAct } from '../../../shared/console/acts.ts';
import { listedParties, type NamedParties } from '../../../shared/console/parties.ts';
import {
  POINT_FILTERS,
  type PointLine,
  type SoldConnection,
  STATION_FILTERS,
  type StationAccess,
  type StationLine,
  type Stations,
  type StationsAsk,
} from '../../../shared/console/stations.ts';
import { listStations } from '../console/stations/stationLists.ts';
import { act } from './actCommands.ts';
import { columns } from './commandLines.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { NotStuck } from './stuckSessions.ts';

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
  'add-station': {
    usage: 'add-station <identity> [--version 1.6|2.0.1|2.1] [--reason "…"] --who "…"',
    does: 'lets a charge point connect by OCPP, and tells its password once, as `station add`',
    options: ['version', 'reason', 'who'],
    operands: 'identity',
    run: async (dependencies, options) => accessInWords(await addStation(dependencies, options)),
    data: addStation,
  },
  'new-password': {
    usage: 'new-password <identity> [--reason "…"] --who "…"',
    does: 'gives a charge point another password, to type into it: it comes back with that one only',
    options: ['reason', 'who'],
    operands: 'identity',
    run: async (dependencies, options) => accessInWords(await newPassword(dependencies, options)),
    data: newPassword,
  },
  'add-connection': {
    usage:
      'add-connection <name> --versions <address> --token <token> [--parties DE*CPO,…] [--hub DE*HUB] [--reason "…"] --who "…"',
    does: 'connects the app with a charge point operator by OCPI, as `ocpi connect`',
    options: ['versions', 'token', 'parties', 'hub', 'reason', 'who'],
    operands: 'name',
    async run(dependencies, { name = '', versions: versionsUrl = '', token = '', reason = '', who, ...rest }) {
      await act(dependencies, who, { does: 'add-connection', name, versionsUrl, token, reason, ...partiesIn(rest) });
      return [`${name} is connected. The running app reads what it sells; \`stations\` shows it.`];
    },
  },
  'confirm-parties': {
    usage: 'confirm-parties <name> --parties DE*CPO,… [--hub DE*HUB] [--reason "…"] --who "…"',
    does: 'confirms that a connection represents parties it claims, as `ocpi confirm`; a party is taken from the connection that had it',
    options: ['parties', 'hub', 'reason', 'who'],
    operands: 'name',
    run: (dependencies, options) => changeParties(dependencies, 'confirm-parties', options),
  },
  'withdraw-parties': {
    usage: 'withdraw-parties <name> --parties DE*CPO,… [--hub DE*HUB] [--reason "…"] --who "…"',
    does: 'takes a confirmation back: nothing of these parties is sold through the connection any more, and sessions that run go on',
    options: ['parties', 'hub', 'reason', 'who'],
    operands: 'name',
    run: (dependencies, options) => changeParties(dependencies, 'withdraw-parties', options),
  },
};

const partiesIn = ({ parties = '', hub = '' }: Options): NamedParties => ({
  parties: listedParties(parties),
  hub: hub === '' ? null : hub,
});

async function changeParties(
  dependencies: CommandDependencies,
  does: 'confirm-parties' | 'withdraw-parties',
  { name = '', reason = '', who, ...rest }: Options,
): Promise<readonly string[]> {
  const { parties, hub } = partiesIn(rest);
  await act(dependencies, who, { does, name, parties, hub, reason });
  const changed = [...parties, ...(hub === null ? [] : [`${hub} as a hub`])].join(', ');
  return [does === 'confirm-parties' ? `${name} represents ${changed}.` : `${name} represents ${changed} no more.`];
}

function stations({ store, desk }: CommandDependencies, { is, find, after, ...rest }: Options): Promise<Stations> {
  const filter = FILTERS.find(name => name === is);
  if (is !== undefined && !filter) throw new RangeError(`There is no ${is}: ${FILTERS.join(', ')}`);
  const { 'after-station': afterStation } = rest;
  const ask: StationsAsk = {
    ...(filter && { is: filter }),
    ...(find && { find }),
    ...(after && { after }),
    ...(afterStation && { afterStation }),
  };
  return listStations({ store, ...(desk ? { desk: desk() } : {}) }, ask);
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
  const heard = heardAt === null ? 'never connected' : `not connected since ${heardAt}`;
  const made = boot ? [boot.vendor, boot.model, boot.firmware].filter(Boolean).join(' ') : 'has never booted';
  return [
    [identity, isConnected ? 'connected' : heard, protocol ?? '–', `security profile ${securityProfile}`, made].join('  '),
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

function addStation(dependencies: CommandDependencies, { identity = '', version, reason = '', who }: Options) {
  const protocol = version === undefined ? null : `ocpp${version}`;
  return access(dependencies, who, { does: 'add-station', identity, protocol, reason });
}

function newPassword(dependencies: CommandDependencies, { identity = '', reason = '', who }: Options) {
  return access(dependencies, who, { does: 'new-password', identity, reason });
}

async function access(dependencies: CommandDependencies, who: string | undefined, ask: StationAct) {
  return accessOf(await act(dependencies, who, ask));
}

/** What a station needs to connect, once. @throws NotStuck where there is nothing */
export function accessOf({ access: told }: Awaited<ReturnType<typeof act>>): StationAccess {
  if (!told) throw new NotStuck('There is nothing to tell.');
  return told;
}

export const accessInWords = ({ identity, address, password }: StationAccess): readonly string[] => [
  `${identity} may connect to ${address}, with this password, which is not told again:`,
  password,
];
