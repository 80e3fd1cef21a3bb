import { listedParties } from '../../../shared/console/parties.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import { ActRefused } from '../acts/manualSettlement.ts';
import { act } from './actCommands.ts';
import type { Command, CommandDependencies } from './commands.ts';

type Options = Readonly<Record<string, string | undefined>>;

/**
 * What a running app does for `station add`, `ocpi connect`, `ocpi confirm` and `ocpi withdraw` with `--at`, by the names of the
 * console's acts. The command line has no such names.
 */
export const REMOTE_COMMANDS: Readonly<Record<string, Pick<Command, 'run' | 'data'>>> = {
  'add-station': {
    run: async (dependencies, options) => accessInWords(await addStation(dependencies, options)),
    data: addStation,
  },
  'add-connection': {
    async run(dependencies, { name = '', versions: versionsUrl = '', token = '', reason = '', who, ...rest }) {
      await act(dependencies, who, { does: 'add-connection', name, versionsUrl, token, reason, ...partiesIn(rest) });
      return [`${name} is connected. The running app pulls its locations and tariffs; \`stations\` shows them.`];
    },
  },
  'confirm-parties': { run: (dependencies, options) => changeParties(dependencies, 'confirm-parties', options) },
  'withdraw-parties': { run: (dependencies, options) => changeParties(dependencies, 'withdraw-parties', options) },
};

const partiesIn = ({ parties = '', hub = '' }: Options) => ({
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
  return [does === 'confirm-parties' ? `${name} represents ${changed}.` : `${name} no longer represents ${changed}.`];
}

/** Lets a station connect, or gives one that may another password. Tells the password, once. */
export async function addStation(
  dependencies: CommandDependencies,
  { identity = '', version, reason = '', who }: Options,
): Promise<StationAccess> {
  const protocol = version === undefined ? null : `ocpp${version}`;
  const isKnown = (await dependencies.desk?.().ocpp?.find(identity)) ?? null;
  const does = isKnown === null ? 'add-station' : 'new-password';
  const { access } = await act(dependencies, who, { does, identity, protocol, reason });
  if (!access) throw new ActRefused('No password was created.');
  return access;
}

export const accessInWords = ({ identity, address, password }: StationAccess): readonly string[] => [
  `${identity} may connect to ${address} with this password. The password is shown only once:`,
  password,
];
