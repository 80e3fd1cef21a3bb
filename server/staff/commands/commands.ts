import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { DocumentFiles } from '../../core/ports/ports.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import type { BooksSettings } from '../../core/records/ledgerSettings.ts';
import type { StationAdmin } from '../../runtime/stationAdmin.ts';
import type { Store } from '../../store/engine/database.ts';
import type { ActRow, CommandOutput } from '../acts/act.ts';
import type { Actor } from '../acts/actor.ts';
import { type ActRequest, performAct } from '../acts/actService.ts';
import { type Fields, field } from '../acts/fields.ts';

/** Dependencies of a command, which runs beside the running app. */
export interface CommandDependencies {
  store: Store;
  now: Date;
  /** Origin of the console; null if unknown. */
  consoleOrigin?: string | null;
  /** Facts about stations in addition to the offered points. Absent if there are none. */
  stationAdmin?(): StationAdmin;
  /** Returns the secret that opens sealed e-mail addresses. Without the secret the addresses cannot be read. */
  secret?(): Secret;
  /** Settings of the ledger. Absent for the defaults. */
  books?: BooksSettings;
  /** Storage of document pages. Absent if the database contains the pages. */
  documentFiles?: DocumentFiles | null;
}

/** A command of the operator. `run` receives the values by the names of the fields. */
export interface Command<Values = Readonly<Record<string, unknown>>> {
  does: string;
  fields: Fields;
  /** True if a running app does not offer the command with --at. */
  isLocal?: true;
  run(dependencies: CommandDependencies, values: Values): Promise<CommandOutput>;
}
export type Commands = Readonly<Record<string, Command>>;

/** Types a command by its values. The schemas in `fields` must produce values of that type. */
export const command = <Values>(row: Command<Values>): Command => row as unknown as Command;

interface Query<Values, Data> extends Omit<Command<Values>, 'run'> {
  read(dependencies: CommandDependencies, values: Values): Promise<Data>;
  lines(data: Data, values: Values): readonly string[];
}

/** A command that only reads. `read` returns the data for programs, and `lines` formats the data for people. */
export const query = <Values, Data>({ read, lines, ...row }: Query<Values, Data>): Command =>
  command<Values>({
    ...row,
    async run(dependencies, values) {
      const data = await read(dependencies, values);
      return { data, lines: lines(data, values) };
    },
  });

/** The usage of a command, as typed after `npm run operator --`. */
export const usageOf = (name: string, { fields }: Pick<Command, 'fields'>): string =>
  [name, ...Object.values(fields).map(({ typed }) => typed)].filter(Boolean).join(' ');

export const WHO = field('--who "…"', Joi.any());

/**
 * The person for whom an act of the command line is recorded.
 * @throws RangeError if the name is missing or invalid
 */
export function actorOf(who: unknown): Actor {
  const name = String(who ?? '').trim();
  if (name === '') throw new RangeError('Missing --who "First Last". It is stored in the audit log.');
  if (name.length < 2 || name.length > 80)
    throw new RangeError('Invalid --who. Use a name of 2 to 80 characters: --who "First Last". It is stored in the audit log.');
  return { who: { name, may: 'act', by: 'command' }, requestId: randomUUID() };
}

/**
 * Performs an act from the command line and records the act in the same way as the console.
 * @throws RangeError, ActRefused and other refusals
 */
export function runAct(
  { store, now, stationAdmin, secret }: CommandDependencies,
  who: unknown,
  { does, row, fields }: Pick<ActRequest, 'does' | 'row' | 'fields'>,
): Promise<CommandOutput> {
  const actor = actorOf(who);
  const dependencies = {
    ...{ store, clock: { now: () => now }, holidays: createHolidays() },
    // The running app finds enqueued jobs without a signal.
    wake: () => undefined,
    get stationAdmin() {
      return stationAdmin?.();
    },
    ...(secret ? { readSecret: secret } : {}),
  };
  return performAct(dependencies, actor, { does, row, fields, seen: null, form: actor.requestId });
}

/** Converts a table of acts to commands, by the name of the command. */
export const commandsOf = (acts: Readonly<Record<string, ActRow>>): Commands =>
  Object.fromEntries(
    Object.entries(acts).flatMap(([does, row]) => {
      if (row.command === null) return [];
      const { name = does, ...described } = row.command;
      const run: Command['run'] = (dependencies, { who, ...fields }) =>
        runAct(dependencies, who, { does: does as AuditedAct, row, fields });
      return [[name, { ...described, fields: { ...row.fields, who: WHO }, run }] as const];
    }),
  );
