import Joi from 'joi';
import { CONNECTION_NAME, createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { ActRefused, type CommandOutput } from '../../server/staff/acts/act.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { field, OPTIONAL_REASON, parsed } from '../../server/staff/acts/fields.ts';
import { NotConnected, PARTY_FIELDS } from '../../server/staff/acts/stationActs.ts';
import { actorOf, type Command, type CommandDependencies, command, runAct, WHO } from '../../server/staff/commands/commands.ts';
import type { SellingSwitches } from '../../server/stations/ocpi/connections/connections.ts';
import { RegistrationFailed } from '../../server/stations/ocpi/connections/discovery.ts';
import { confirmHosts } from '../../server/stations/ocpi/connections/registration.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import type { NamedParties } from '../../shared/console/parties.ts';
import { reasonOf } from './database.ts';
import { waitingLines } from './ocpiLines.ts';
import { type ConnectionEntry, HOSTS, readConnections, SWITCH_FIELDS, switchesIn, switchesInWords } from './ocpiOptions.ts';
import { pulled } from './ocpiSales.ts';
import { openOcpi } from './openOcpi.ts';
import { runOutside } from './outsideActs.ts';
import { unreadLines } from './saleRemarks.ts';

export interface By {
  who?: string | undefined;
  reason: string;
}
export interface Named {
  name: string;
  /** True: the output lists every refused object. False: the output has one line per reason of refusal. */
  isAll?: boolean;
}

export const BY = { reason: OPTIONAL_REASON, who: WHO };
const UNNAMED = 'Missing or invalid connection name. Use lower-case letters, digits and -.';
const connectionName = Joi.string().pattern(CONNECTION_NAME);
export const NAMED = field('<name>', connectionName.required(), UNNAMED);
export const ALL = field(
  '[--all]',
  parsed(() => true),
);

const UNREAD = 'Unreadable objects are not offered, or unchanged. Inform the charge point operator.';

/** Returns hints with which options a failed connection attempt could succeed. */
const nextSteps = (why: string): readonly string[] => {
  const [, hosts] = /^other host: (.+)$/.exec(why) ?? [];
  if (hosts === undefined) return [];
  const options = hosts.split(', ').map(host => `--host ${host}`);
  return [
    `Tokens would be sent there. If the partner confirms that these hosts are theirs, run the command again with ${options.join(' ')}`,
  ];
};

/**
 * Creates a command that opens its own OCPI adapter. The output ends with the objects of the CPO's platform that could not be
 * parsed.
 */
export const ocpiCommand = <Values extends Partial<Named>>(
  row: Omit<Command, 'run' | 'isLocal'> & {
    run(ocpi: Ocpi, dependencies: CommandDependencies, values: Values): Promise<CommandOutput>;
  },
): Command =>
  command<Values>({
    ...row,
    isLocal: true,
    async run(dependencies, values) {
      const unread: string[] = [];
      const ocpi = openOcpi(dependencies, (event, { module, path, reason }) => {
        if (event === 'ocpi object rejected') unread.push(`unreadable ${module} ${path}: ${reason}`);
      });
      try {
        const { lines, ...more } = await row.run(ocpi, dependencies, values);
        const remarks = unread.length > 0 ? [...unreadLines(unread, values.isAll === true), UNREAD] : [];
        return { lines: [...lines, ...remarks], ...more };
      } catch (error) {
        if (error instanceof NotConnected) throw new ActRefused([error.message, ...nextSteps(error.why)].join('\n'));
        if (error instanceof RegistrationFailed) throw new ActRefused(`Not connected: ${error.message}`);
        throw error;
      }
    },
  });

/**
 * Stores what the registration needs: further hosts that belong to the CPO's platform, and whether the platform requires null
 * values.
 */
export async function confirmed(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  { name, hosts, switches: { sendsNulls }, who, reason }: By & Pick<ConnectionEntry, 'name' | 'hosts' | 'switches'>,
): Promise<void> {
  if (hosts.length === 0 && sendsNulls === undefined) return;
  const nulls = sendsNulls === undefined ? {} : { sendsNulls };
  await runOutside(dependencies, who, 'set-connection', {
    ...{ about: name, reason, facts: { hosts: hosts.join(' '), ...nulls } },
    async work() {
      await confirmHosts({ id: name, hosts, ...nulls }, ocpi.registration);
      return { lines: [] };
    },
  });
}

/** Adds a station administration that uses this OCPI adapter to the dependencies of a command. */
export function withOcpi(ocpi: Ocpi, dependencies: CommandDependencies) {
  const { store, now } = dependencies;
  const config = { stations: ['ocpi' as const], publicOrigin: null, port: 0 };
  const admin = createStationAdmin(config, { store, clock: { now: () => now }, ocpi });
  return { ...dependencies, admin, stationAdmin: () => admin };
}

export async function undecidedLines(ocpi: Ocpi, name: string): Promise<readonly string[]> {
  const all = await ocpi.registration.connections.list();
  return all.filter(({ id }) => id === name).flatMap(connection => waitingLines(connection, all));
}

/**
 * Registers with the CPO's platform, then sets the switches and downloads the catalogue. If the connection is already active,
 * does not register again, because a registration token works only once.
 */
async function connected(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  entry: ConnectionEntry & By & Pick<Named, 'isAll'>,
): Promise<CommandOutput> {
  const { name, versionsUrl, token, switches, parties, hub, who, reason, isAll = false } = entry;
  const ours = withOcpi(ocpi, dependencies);
  await confirmed(ocpi, dependencies, entry);
  const isNew = !(await ours.admin.ocpi?.isActive(dependencies.store, name));
  const does = 'add-connection';
  if (isNew) await runAct(ours, who, { does, row: ACTS[does], fields: { name, versionsUrl, token, parties, hub, reason } });
  let line = '';
  const set = async () => {
    const result = await ocpi.connect({ name, versions: versionsUrl, token, parties, hub, switches });
    const what = isNew || result.isNew ? 'was connected' : 'is already connected';
    line = `${name} ${what}, by OCPI ${result.version}, with ${switchesInWords(result.switches)}.`;
    return { lines: [] };
  };
  if (isNew && Object.keys(switches).length === 0) await set();
  else await runOutside(dependencies, who, 'set-connection', { about: name, reason, facts: { ...switches }, work: set });
  const { lines, ...more } = await pulled(ocpi, dependencies, { name, isAll });
  return { lines: [line, ...(await undecidedLines(ocpi, name)), ...lines], ...more };
}

/** Creates the connections of a file one after another. If one connection fails, the following ones are still created. */
async function connectedAll(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  { file, ...by }: By & Pick<Named, 'isAll'> & { file: string },
): Promise<CommandOutput> {
  actorOf(by.who);
  const read = readConnections(file);
  if ('faults' in read) return { lines: [...read.faults, 'No connection was created.'], isWell: false };
  const outputs: CommandOutput[] = [];
  for (const entry of read.entries)
    outputs.push(
      await connected(ocpi, dependencies, { ...entry, ...by }).catch((error: unknown): CommandOutput => {
        const why = error instanceof NotConnected ? error.why : reasonOf(error);
        return { lines: [`${entry.name} was not connected: ${why}`, ...nextSteps(why)], isWell: false };
      }),
    );
  const isWell = outputs.every(output => output.isWell !== false);
  return { lines: outputs.flatMap(({ lines }) => lines), ...(isWell ? {} : { isWell }) };
}

type ConnectValues = By &
  Named &
  NamedParties &
  Pick<ConnectionEntry, 'hosts'> &
  Partial<SellingSwitches> & { versionsUrl?: string; token?: string; file?: string };

export const connect = ocpiCommand<ConnectValues>({
  does: 'Connect a charge point operator by OCPI, pull its locations and tariffs, and list what cannot be offered; connections in a file that already exist only get their switches',
  fields: {
    name: field('<name>', connectionName, UNNAMED),
    versionsUrl: field('<versions address>', Joi.string()),
    token: field('<token> |', Joi.string()),
    file: field('--file <connections.json>', Joi.string()),
    ...PARTY_FIELDS,
    hosts: HOSTS,
    ...SWITCH_FIELDS,
    isAll: ALL,
    ...BY,
  },
  async run(ocpi, dependencies, { file, ...values }) {
    const { name, versionsUrl, token, who, reason, isAll = false } = values;
    if (file !== undefined) return connectedAll(ocpi, dependencies, { file, who, reason, isAll });
    if (!name || !versionsUrl || !token)
      throw new RangeError('Missing arguments. Use a name, the versions address and the token, or --file.');
    return connected(ocpi, dependencies, { ...values, versionsUrl, token, switches: switchesIn(values) });
  },
});
