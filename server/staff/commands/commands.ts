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

/** What a person who looks after the shop may work with, beside the running app. */
export interface CommandDependencies {
  store: Store;
  now: Date;
  /** Where the console is reached; null: not known. */
  consoleOrigin?: string | null;
  /** What is known of stations beside what is sold; missing: nothing. */
  stationAdmin?(): StationAdmin;
  /** What addresses of letters are sealed with; missing: they cannot be read. */
  secret?(): Secret;
  /** Settings of the ledger; missing: the usual ones. */
  books?: BooksSettings;
  /** Where the pages of documents are; missing: in the database. */
  documentFiles?: DocumentFiles | null;
}

/** A command of the operator, with its values by the names of its fields. */
export interface Command<Values = Readonly<Record<string, unknown>>> {
  does: string;
  fields: Fields;
  /** A running app that is asked with --at does not have it. */
  isLocal?: true;
  run(dependencies: CommandDependencies, values: Values): Promise<CommandOutput>;
}
export type Commands = Readonly<Record<string, Command>>;

/** A command by the type of its values; what is read by `fields` has that type. */
export const command = <Values>(row: Command<Values>): Command => row as unknown as Command;

interface Query<Values, Data> extends Omit<Command<Values>, 'run'> {
  read(dependencies: CommandDependencies, values: Values): Promise<Data>;
  lines(data: Data, values: Values): readonly string[];
}

/** A command that only reads: its data for programs, and lines made of them for people. */
export const query = <Values, Data>({ read, lines, ...row }: Query<Values, Data>): Command =>
  command<Values>({
    ...row,
    async run(dependencies, values) {
      const data = await read(dependencies, values);
      return { data, lines: lines(data, values) };
    },
  });

/** As a person types it, behind `npm run operator --`. */
export const usageOf = (name: string, { fields }: Pick<Command, 'fields'>): string =>
  [name, ...Object.values(fields).map(({ typed }) => typed)].filter(Boolean).join(' ');

export const WHO = field('--who "…"', Joi.any());

/**
 * The person that an act by command is recorded for.
 * @throws RangeError where none is named
 */
export function actorOf(who: unknown): Actor {
  const name = String(who ?? '').trim();
  if (name === '') throw new RangeError('Missing --who "First Last". It is stored in the audit log.');
  if (name.length < 2 || name.length > 80)
    throw new RangeError('Invalid --who. Use a name of 2 to 80 characters: --who "First Last". It is stored in the audit log.');
  return { who: { name, may: 'act', by: 'command' }, requestId: randomUUID() };
}

/** Does an act by command, and records it as the console does. @throws RangeError, ActRefused and other refusals */
export function runAct(
  { store, now, stationAdmin, secret }: CommandDependencies,
  who: unknown,
  { does, row, fields }: Pick<ActRequest, 'does' | 'row' | 'fields'>,
): Promise<CommandOutput> {
  const actor = actorOf(who);
  const dependencies = {
    ...{ store, clock: { now: () => now }, holidays: createHolidays() },
    // The running app finds what is enqueued by itself.
    wake: () => undefined,
    get stationAdmin() {
      return stationAdmin?.();
    },
    ...(secret ? { readSecret: secret } : {}),
  };
  return performAct(dependencies, actor, { does, row, fields, seen: null, form: actor.requestId });
}

/** The commands of a table of acts, by what is typed. */
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
