import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { DocumentFiles } from '../../core/ports/ports.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import type { BooksSettings } from '../../core/records/ledgerSettings.ts';
import type { StationAdmin } from '../../runtime/stationAdmin.ts';
import type { SellingTerms } from '../../shop/catalogue/terms.ts';
import type { Store } from '../../store/engine/database.ts';
import type { ActRow, CommandOutput } from '../acts/act.ts';
import type { Actor } from '../acts/actor.ts';
import { type ActRequest, performAct } from '../acts/actService.ts';
import { type Fields, field } from '../acts/fields.ts';

/** Dependencies of a command, which can run in a process of its own next to the running app. */
export interface CommandDependencies {
  store: Store;
  now: Date;
  /** Origin of the console, for links. Null if unknown. */
  consoleOrigin?: string | null;
  /** Returns the administration of stations and connections (OCPP and OCPI). Absent if neither protocol is configured. */
  stationAdmin?(): StationAdmin;
  /** Returns the secret with which stored e-mail addresses are decrypted. If absent, the addresses cannot be read. */
  secret?(): Secret;
  /** Settings of the ledger. If absent, the defaults apply. */
  books?: BooksSettings;
  /** The conditions under which connectors can be sold. If absent, holds are not compared with prices. */
  selling?: SellingTerms;
  /** External storage for the PDF files of documents. Absent if they are stored in the database. */
  documentFiles?: DocumentFiles | null;
}

/** A command for staff. `run` receives the parsed values, keyed by field name. */
export interface Command<Values = Readonly<Record<string, unknown>>> {
  does: string;
  fields: Fields;
  /** True if the command runs only in a process of its own, not with --at inside the running app. */
  isLocal?: true;
  run(dependencies: CommandDependencies, values: Values): Promise<CommandOutput>;
}
export type Commands = Readonly<Record<string, Command>>;

/**
 * Defines a command with typed values. The compiler cannot check that the schemas in `fields` produce values of type `Values`.
 */
export const command = <Values>(row: Command<Values>): Command => row as unknown as Command;

interface Query<Values, Data> extends Omit<Command<Values>, 'run'> {
  read(dependencies: CommandDependencies, values: Values): Promise<Data>;
  lines(data: Data, values: Values): readonly string[];
}

/** Defines a command that only reads. `read` returns the data for programs, and `lines` formats it for people. */
export const query = <Values, Data>({ read, lines, ...row }: Query<Values, Data>): Command =>
  command<Values>({
    ...row,
    async run(dependencies, values) {
      const data = await read(dependencies, values);
      return { data, lines: lines(data, values) };
    },
  });

/** Returns the usage text of a command: what to type after `npm run operator --`. */
export const usageOf = (name: string, { fields }: Pick<Command, 'fields'>): string =>
  [name, ...Object.values(fields).map(({ typed }) => typed)].filter(Boolean).join(' ');

export const WHO = field('--who "…"', Joi.any());

/**
 * Creates the actor that the audit log names for an action on the command line.
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
 * Performs an action from the command line. It is recorded in the audit log in the same way as an action in the console.
 * @throws RangeError, ActRefused and other refusals
 */
export function runAct(
  { store, now, stationAdmin, secret, selling }: CommandDependencies,
  who: unknown,
  { does, row, fields }: Pick<ActRequest, 'does' | 'row' | 'fields'>,
): Promise<CommandOutput> {
  const actor = actorOf(who);
  const dependencies = {
    ...{ store, clock: { now: () => now }, holidays: createHolidays() },
    // No signal is needed: the running app polls for enqueued jobs.
    wake: () => undefined,
    get stationAdmin() {
      return stationAdmin?.();
    },
    ...(secret ? { readSecret: secret } : {}),
    ...(selling ? { selling } : {}),
  };
  return performAct(dependencies, actor, { does, row, fields, seen: null, form: actor.requestId });
}

/** Creates a command for each action that has one. The keys of the result are the command names. */
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
