// How the app is connected with charge point operators that speak OCPI:
//   npm run operator -- ocpi connect <name> <address> <token> --who "First Last"

import { CONNECTION_NAME, createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { ActRefused } from '../../server/staff/acts/manualSettlement.ts';
import { act, NotConnected } from '../../server/staff/commands/actCommands.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { askerOf, recordThenRun } from '../../server/staff/commands/manualCommand.ts';
import { RegistrationFailed } from '../../server/stations/ocpi/connections/discovery.ts';
import { confirmedAs, representedParties } from '../../server/stations/ocpi/connections/parties.ts';
import { confirmHosts, invite, leave } from '../../server/stations/ocpi/connections/registration.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import { type CliOutput, environment, reasonOf } from './database.ts';
import { exchangeLine, recordLines, stateLines } from './ocpiLines.ts';
import {
  agreementInWords,
  type ConnectionEntry,
  type OcpiWords,
  readConnections,
  readOcpiWords,
  switchesInWords,
} from './ocpiOptions.ts';
import { changeParties, type PartiesCommand, waitingLines } from './ocpiParties.ts';
import { pulled, sold } from './ocpiSales.ts';
import { type Environment, openOcpi } from './openOcpi.ts';
import type { RemoteRequest } from './remoteCommand.ts';
import { unreadLines } from './saleRemarks.ts';

export const OCPI_USAGE =
  'ocpi connect <name> <versions address> <token> [--party DE*CPO]… [--hub DE*HUB] [--host <name>]… [switches] [--all] --who "…" | ocpi connect --file <connections.json> [--all] --who "…" | ' +
  'ocpi set <name> [switches] [--all] --who "…" | ocpi agree <name> [--invoices cpo|ours] [--wholesale] --who "…" | ocpi invite <name> [--host <name>]… [--party DE*CPO]… [--hub DE*HUB] --who "…" | ' +
  'ocpi confirm <name> [--party DE*CPO]… [--hub DE*HUB] [--all] --who "…" | ocpi withdraw <name> [--party DE*CPO]… [--hub DE*HUB] --who "…" | ' +
  'ocpi leave <name> --who "…" | ocpi pull <name> [--all] | ocpi status | ocpi exchanges <name>; commands with --who accept [--reason "…"]';

const isNamed = (name: string): boolean => CONNECTION_NAME.test(name);

type By = Pick<OcpiWords, 'who' | 'reason'>;
type Command = (ocpi: Ocpi, dependencies: CommandDependencies, asked: OcpiWords) => Promise<CliOutput>;

/** Notes what the registration needs: hosts that the other side has said are its own, and whether it demands nulls. */
async function confirmed(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  { name, hosts, switches: { sendsNulls }, who, reason = '' }: By & Pick<ConnectionEntry, 'name' | 'hosts' | 'switches'>,
): Promise<void> {
  if (hosts.length === 0 && sendsNulls === undefined) return;
  const nulls = sendsNulls === undefined ? {} : { sendsNulls };
  const noted = { does: 'set-connection', reason, facts: { about: name, hosts: hosts.join(' '), ...nulls } } as const;
  await recordThenRun(dependencies, who, noted, () => confirmHosts({ id: name, hosts, ...nulls }, ocpi.registration));
}

/** What else may be said to go on. */
const nextSteps = (why: string): readonly string[] => {
  const [, hosts] = /^other host: (.+)$/.exec(why) ?? [];
  if (hosts === undefined) return [];
  const options = hosts.split(', ').map(host => `--host ${host}`);
  return [
    `Tokens would be sent there. If the partner confirms that these hosts are theirs, run the command again with ${options.join(' ')}`,
  ];
};

/** Registers as the console does, unless that has been done, and takes the switches; a token works once. */
async function connected(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  entry: ConnectionEntry & By & Pick<OcpiWords, 'isAll'>,
): Promise<CliOutput> {
  const { name, versions, token, switches, hosts, parties, hub, who, reason = '', isAll } = entry;
  const { store, now } = dependencies;
  const stationAdmin = createStationAdmin(
    { stations: ['ocpi'], publicOrigin: null, port: 0 },
    { store, clock: { now: () => now }, ocpi },
  );
  await confirmed(ocpi, dependencies, { name, hosts, switches, who, reason });
  const isNew = !(await stationAdmin.ocpi?.isActive(store, name));
  if (isNew) {
    const addition = { does: 'add-connection', name, versionsUrl: versions, token, parties, hub, reason } as const;
    await act({ ...dependencies, desk: () => stationAdmin }, who, addition);
  }
  const isDone = isNew && Object.keys(switches).length === 0;
  const set = () => ocpi.connect({ name, versions, token, parties, hub, switches });
  const facts = { about: name, ...switches };
  const result = isDone ? await set() : await recordThenRun(dependencies, who, { does: 'set-connection', reason, facts }, set);
  const { lines, isWell } = await pulled(ocpi, dependencies, { name, isAll });
  const all = await ocpi.registration.connections.list();
  const waiting = all.filter(({ id }) => id === name).flatMap(connection => waitingLines(connection, all));
  const what = isNew || result.isNew ? 'was connected' : 'is already connected';
  return {
    lines: [`${name} ${what}, by OCPI ${result.version}, with ${switchesInWords(result.switches)}.`, ...waiting, ...lines],
    isWell,
  };
}

/** One after the other; what goes wrong with one keeps nobody from the others. */
async function connectedAll(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  { file, ...by }: By & Pick<OcpiWords, 'isAll'> & { file: string },
): Promise<CliOutput> {
  askerOf(by.who);
  const read = readConnections(file);
  if ('faults' in read) return { lines: [...read.faults, 'No connection was created.'], isWell: false };
  const outputs: CliOutput[] = [];
  for (const entry of read.entries) {
    const one = connected(ocpi, dependencies, { ...entry, ...by });
    outputs.push(
      await one.catch((error: unknown) => ({
        lines: [
          `${entry.name} was not connected: ${error instanceof NotConnected ? error.why : reasonOf(error)}`,
          ...(error instanceof NotConnected ? nextSteps(error.why) : []),
        ],
        isWell: false,
      })),
    );
  }
  return { lines: outputs.flatMap(({ lines }) => lines), isWell: outputs.every(({ isWell }) => isWell) };
}

/** Confirms or withdraws parties, and reads anew what is sold then. */
async function partiesChanged(ocpi: Ocpi, dependencies: CommandDependencies, asked: PartiesCommand): Promise<CliOutput> {
  const { lines, hasList } = await changeParties(ocpi, dependencies, asked);
  if (!hasList) return { lines, isWell: true };
  const sale = await pulled(ocpi, dependencies, { name: asked.words[0] ?? '', isAll: asked.isAll });
  return { lines: [...lines, ...sale.lines], isWell: sale.isWell };
}

const COMMANDS: Readonly<Record<string, Command>> = {
  async connect(ocpi, dependencies, { words: [name = '', versions = '', token = ''], ...asked }) {
    const { file, isAll, who, reason } = asked;
    if (file !== null) return connectedAll(ocpi, dependencies, { file, isAll, who, reason });
    if (!isNamed(name) || !versions || !token) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
    return connected(ocpi, dependencies, { ...asked, name, versions, token });
  },
  async set(ocpi, dependencies, { words: [name = ''], switches, isAll, who, reason }) {
    const noted = { does: 'set-connection', reason, facts: { about: name, ...switches } } as const;
    const decided = await recordThenRun(dependencies, who, noted, () => ocpi.setSwitches(name, switches));
    const { lines } = await sold(dependencies, { name, isAll });
    return { lines: [`${name} is offered with ${switchesInWords(decided)}.`, ...lines], isWell: true };
  },
  confirm: (ocpi, dependencies, asked) => partiesChanged(ocpi, dependencies, { ...asked, does: 'confirm-parties' }),
  withdraw: (ocpi, dependencies, asked) => partiesChanged(ocpi, dependencies, { ...asked, does: 'withdraw-parties' }),
  async invite(ocpi, dependencies, { words: [name = ''], hosts, switches, parties, hub, who, reason }) {
    if (!isNamed(name)) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
    await confirmed(ocpi, dependencies, { name, hosts, switches, who, reason });
    const facts = { about: name, parties: parties.join(' '), hub: hub ?? '' };
    const noted = { does: 'invite-connection', reason, facts } as const;
    const { versionsUrl, token } = await recordThenRun(dependencies, who, noted, () =>
      invite({ id: name, confirmed: confirmedAs({ parties, hub }) }, ocpi.registration),
    );
    return {
      lines: [`Send this address and this token to ${name}. They are shown only once:`, versionsUrl, token],
      isWell: true,
    };
  },
  pull: (ocpi, dependencies, { words: [name = ''], isAll }) => pulled(ocpi, dependencies, { name, isAll }),
  async leave(ocpi, dependencies, { words: [name = ''], who, reason }) {
    await recordThenRun(dependencies, who, { does: 'leave-connection', reason, facts: { about: name } }, async () => {
      const { openStarts = 0, awaitedCdrs = 0 } = (await ocpi.states())[name] ?? {};
      if (openStarts + awaitedCdrs > 0)
        throw new ActRefused(
          `Not disconnected: ${openStarts} starts are open and ${awaitedCdrs} CDRs are awaited. They could no longer be stopped or billed.`,
        );
      await leave({ id: name }, ocpi.registration);
    });
    return { lines: [`${name} is disconnected. Its charging points are no longer reachable.`], isWell: true };
  },
  async agree(ocpi, dependencies, { words: [name = ''], agreed, who, reason }) {
    const noted = { does: 'agree-connection', reason, facts: { about: name, ...agreed } } as const;
    const now = await recordThenRun(dependencies, who, noted, () => ocpi.setAgreement(name, agreed));
    return { lines: [`With ${name} ${agreementInWords(now)}.`], isWell: true };
  },
  async exchanges(ocpi, _dependencies, { words: [name = ''] }) {
    const all = await ocpi.exchanges(name);
    const lines = all.map(exchangeLine);
    return { lines: lines.length > 0 ? lines : [`No messages exchanged with ${name} yet.`], isWell: true };
  },
  async status(ocpi) {
    const all = await ocpi.registration.connections.list();
    const states = await ocpi.states();
    const linesOf = async (connection: (typeof all)[number]) => {
      const { id, state, version } = connection;
      return [
        [id, state, version ?? '–', representedParties(connection, all).join(' ')].join('  '),
        ...waitingLines(connection, all),
        ...(states[id] ? stateLines(states[id]) : []),
        ...recordLines(await ocpi.record(id)),
      ];
    };
    const lines = (await Promise.all(all.map(linesOf))).flat();
    return { lines: lines.length > 0 ? lines : ['No connections yet.'], isWell: true };
  },
};

const UNREAD = 'Unreadable objects are not offered, or unchanged. Inform the charge point operator.';

/** Acts of a running app. */
const REMOTE_NAMES: Readonly<Record<string, string>> = {
  connect: 'add-connection',
  confirm: 'confirm-parties',
  withdraw: 'withdraw-parties',
};

/** What a running app is asked with `--at`; null: that is not available there. */
export function parseRemoteOcpiCommand(args: readonly string[]): RemoteRequest | null {
  const { words, parties, hub, who, reason, file, hosts, switches, isAll } = readOcpiWords(args);
  const [does = '', name, versions, token] = words;
  if (!Object.hasOwn(REMOTE_NAMES, does)) return null;
  if (file !== null || hosts.length > 0 || isAll || Object.keys(switches).length > 0)
    throw new TypeError('--file, --host, --all and switches are not available with --at.');
  const named = { parties: parties.join(','), hub: hub ?? undefined };
  return { name: REMOTE_NAMES[does] ?? '', options: { name, versions, token, ...named, who, reason } };
}

export async function runOcpi(
  dependencies: CommandDependencies,
  args: readonly string[],
  env: Environment = environment,
): Promise<CliOutput> {
  const {
    words: [name = '', ...words],
    ...asked
  } = readOcpiWords(args);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
  const unread: string[] = [];
  const ocpi = openOcpi(
    dependencies,
    (event, { module, path, reason }) => {
      if (event === 'ocpi object rejected') unread.push(`unreadable ${module} ${path}: ${reason}`);
    },
    env,
  );
  try {
    const { lines, isWell } = await command(ocpi, dependencies, { words, ...asked });
    return { lines: unread.length > 0 ? [...lines, ...unreadLines(unread, asked.isAll), UNREAD] : lines, isWell };
  } catch (error) {
    if (error instanceof NotConnected) return { lines: [error.message, ...nextSteps(error.why)], isWell: false };
    if (error instanceof RegistrationFailed) return { lines: [`Not connected: ${error.message}`], isWell: false };
    if (error instanceof ActRefused) return { lines: [error.message], isWell: false };
    throw error;
  }
}
