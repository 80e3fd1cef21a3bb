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

/** Dependencies of acts, in the running app and on the command line. */
export interface ActDependencies extends Pick<OperatorContext, 'store' | 'holidays' | 'wake'> {
  readonly stationAdmin?: OperatorContext['stationAdmin'] | undefined;
  clock: Pick<Clock, 'now'>;
  /** Returns the secret that opens sealed e-mail addresses. Absent if the act needs no secret. */
  readSecret?(): Secret;
}

export interface ActContext {
  dependencies: ActDependencies;
  actor: Actor;
  trx: Trx;
  now: Date;
}

/** Output of a command: lines for people, and data for programs. */
export interface CommandOutput {
  lines: readonly string[];
  /** If absent, programs receive `lines`. */
  data?: unknown;
  /** The act takes effect only after another person has confirmed the request. */
  waits?: true;
  /** The command has a result, but the result reports a fault. */
  isWell?: false;
}

/** The effects of an act in its transaction. A preview has the same effects and rolls them back. */
export interface Done extends Omit<Consequence, 'seen'>, CommandOutput {
  /** The amount that the audit records. */
  amount: Money | null;
  /** Name of the act in the audit, if different. */
  does?: AuditedAct;
  /** Facts for the audit, in addition to those of every act. */
  facts?: AuditFacts;
  reported?: Contact;
  access?: StationAccess;
  /**
   * Calls other systems after the transaction has been committed.
   * @throws ActRefused
   */
  afterwards?(): Promise<CommandOutput | null>;
}

/**
 * Definition of one act of staff. The form of the console, the command, the operator API and the audit are derived from this
 * row.
 */
export interface ActRow {
  /**
   * The kind of object that the act changes. For a session, the row is read first, and the act is refused if the session does
   * not exist.
   */
  subject: 'session' | 'alert' | 'point' | 'station' | 'connection' | 'person' | 'documents' | 'ledger' | 'catalogue';
  /** Options of the command, by the names of the act's fields. */
  fields: Fields;
  /** Null if the command of another act also performs this act. Without `name`, the command has the name of the act. */
  command: { name?: string; does: string; isLocal?: true } | null;
  /** The object of the act, as the audit records the object. */
  about?(fields: ActFields): string | null;
  run(context: ActContext, fields: ActFields, subject: Subject | null): Promise<Done>;
}

export type ActFields = Readonly<Record<string, unknown>>;

/** Fields of an act on a session that has no further fields. */
export interface SessionFields {
  number: number;
  reason: string;
}

interface TypedRow<F, S> extends Omit<ActRow, 'about' | 'run'> {
  about?(fields: F): string | null;
  run(context: ActContext, fields: F, subject: S): Promise<Done>;
}

/** Types a row by its fields. The schemas in `fields` must produce values of that type. */
export const act = <F>(row: TypedRow<F, null>): ActRow => row as unknown as ActRow;
export const sessionAct = <F>(row: Omit<TypedRow<F, Subject>, 'subject'>): ActRow =>
  ({ subject: 'session', ...row }) as unknown as ActRow;

/** The reason why an act is refused. `text` is the reason in the reader's language, for the console. */
export class ActRefused extends Error {
  override name = 'ActRefused';
  readonly refusal: Refusal;
  constructor(message: string, text: Text | null = null, refusal?: Refusal) {
    super(message);
    this.refusal = refusal ?? { kind: 'not-now', why: message, ...(text ? { text } : {}) };
  }
}

/** Functions of the shop open a transaction of their own. With this store they run in the transaction of the act. */
export const within = ({ trx, now }: Pick<ActContext, 'trx' | 'now'>) => ({
  store: { db: trx, inTransaction: <T>(work: (trx: Trx) => Promise<T>) => work(trx) },
  now,
});

/** Texts of the console whose keys begin with the same prefix. */
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
/** An act that only the command line offers, so no preview is shown. */
export const COMMAND_ONLY = { ...NO_MONEY, button: { key: 'acts.goOn' } } as const;
