import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Consequence, Contact, ForeseenStep, Refusal, Text } from '../../../shared/console/operating.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import type { Money } from '../../../shared/model/money.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import type { Actor } from './actor.ts';
import type { Fields } from './fields.ts';
import type { Subject } from './subject.ts';

/** What acts need of the operator, in the running app and on the command line. */
export interface ActDependencies extends Pick<OperatorContext, 'store' | 'holidays' | 'wake'> {
  readonly stationAdmin?: OperatorContext['stationAdmin'] | undefined;
  clock: Pick<Clock, 'now'>;
  /** Opens sealed addresses; missing: the act needs none. */
  readSecret?(): Secret;
}

export interface ActContext {
  dependencies: ActDependencies;
  actor: Actor;
  trx: Trx;
  now: Date;
}

/** What a command prints: lines for a person, and the same for programs. */
export interface CommandOutput {
  lines: readonly string[];
  /** Missing: the lines. */
  data?: unknown;
  /** Nothing is done until another person has confirmed it. */
  waits?: true;
  /** Something is wrong although the command has an answer. */
  isWell?: false;
}

/** What an act has done in its transaction. The preview is the same, rolled back. */
export interface Done extends Omit<Consequence, 'seen'>, CommandOutput {
  /** For the audit. */
  amount: Money | null;
  /** Where the audit calls it otherwise than the act. */
  does?: AuditedAct;
  /** For the audit, beside those that every act has. */
  facts?: AuditFacts;
  reported?: Contact;
  access?: StationAccess;
  /** What others are asked for once the transaction is committed. @throws ActRefused */
  afterwards?(): Promise<CommandOutput | null>;
}

/** One act of staff: the console's form, the command, the operator API and the audit go by this row. */
export interface ActRow {
  /** What it is about. A session is read first, and the act is refused without one. */
  subject: 'session' | 'alert' | 'point' | 'station' | 'connection' | 'person' | 'documents' | 'ledger' | 'catalogue';
  /** What the command line reads, by the name of the act's field. */
  fields: Fields;
  /** Null: another act's command does it. `name` is missing where it is that of the act. */
  command: { name?: string; does: string; isLocal?: true } | null;
  /** What the audit says that it is about. */
  about?(fields: ActFields): string | null;
  run(context: ActContext, fields: ActFields, subject: Subject | null): Promise<Done>;
}

export type ActFields = Readonly<Record<string, unknown>>;

/** Fields of an act on a session that needs to know no more. */
export interface SessionFields {
  number: number;
  reason: string;
}

interface TypedRow<F, S> extends Omit<ActRow, 'about' | 'run'> {
  about?(fields: F): string | null;
  run(context: ActContext, fields: F, subject: S): Promise<Done>;
}

/** A row by the type of its fields; what is read by `fields` has that type. */
export const act = <F>(row: TypedRow<F, null>): ActRow => row as unknown as ActRow;
export const sessionAct = <F>(row: Omit<TypedRow<F, Subject>, 'subject'>): ActRow =>
  ({ subject: 'session', ...row }) as unknown as ActRow;

/** Why an act is not done. `text`: in the reader's language, for the console. */
export class ActRefused extends Error {
  override name = 'ActRefused';
  readonly refusal: Refusal;
  constructor(message: string, text: Text | null = null, refusal?: Refusal) {
    super(message);
    this.refusal = refusal ?? { kind: 'not-now', why: message, ...(text ? { text } : {}) };
  }
}

/** Functions of the shop begin a transaction of their own; here they work in that of the act. */
export const within = ({ trx, now }: Pick<ActContext, 'trx' | 'now'>) => ({
  store: { db: trx, inTransaction: <T>(work: (trx: Trx) => Promise<T>) => work(trx) },
  now,
});

/** Sentences of the console whose keys begin alike. */
export function textsOf(prefix: string) {
  const text = (key: string, values: Text['values'] = {}): Text => ({ key: `${prefix}.${key}`, values });
  const step = (key: string, values: Text['values'] = {}, amount: Money | null = null): ForeseenStep => ({
    text: text(key, values),
    note: null,
    amount,
  });
  return { text, step };
}

/** An act that moves no money. */
export const NO_MONEY = { before: [], after: [], steps: [], warning: null, amount: null } as const;
/** An act that only the command line has: nothing of it is previewed. */
export const COMMAND_ONLY = { ...NO_MONEY, button: { key: 'acts.goOn' } } as const;
