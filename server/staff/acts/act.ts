import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Consequence, Contact, PreviewStep, Refusal, Text } from '../../../shared/console/operating.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import type { NewApiToken } from '../../../shared/console/tokens.ts';
import type { WebhookSecret } from '../../../shared/console/webhooks.ts';
import type { Money } from '../../../shared/model/money.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { WebhookSender } from '../../core/ports/webhookPort.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { SellingTerms } from '../../shop/catalogue/terms.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import type { Actor } from './actor.ts';
import type { Fields } from './fields.ts';
import type { Subject } from './subject.ts';

/** Dependencies of the actions of staff, such as a refund. Used by the running app and by the command line. */
export interface ActDependencies extends Pick<OperatorContext, 'store' | 'holidays' | 'wake'> {
  readonly stationAdmin?: OperatorContext['stationAdmin'] | undefined;
  clock: Pick<Clock, 'now'>;
  /** The conditions under which connectors can be sold. Absent: holds are not compared with prices. */
  selling?: SellingTerms;
  /** Returns the secret with which stored e-mail addresses are decrypted. Absent if the action does not need it. */
  readSecret?(): Secret;
  /** Sends webhooks. Absent on the command line. */
  webhooks?: Pick<WebhookSender, 'accepts'> | undefined;
}

export interface ActContext {
  dependencies: ActDependencies;
  actor: Actor;
  trx: Trx;
  now: Date;
}

/** Output of a command: `lines` for people, `data` for programs. */
export interface CommandOutput {
  lines: readonly string[];
  /** If `data` is absent, programs receive `lines`. */
  data?: unknown;
  /** True if the action takes effect only after a second person has confirmed it. */
  waits?: true;
  /** False if the command ran but found a problem. Absent otherwise. */
  isWell?: false;
}

/** The result of a staff action, which runs in one transaction. A preview runs the same action and rolls the transaction back. */
export interface ActEffects extends Omit<Consequence, 'seen'>, CommandOutput {
  /** The amount to record in the audit log. Null if the action moves no money. */
  amount: Money | null;
  /** Name to record in the audit log. Absent: the name of the requested action is recorded. */
  does?: AuditedAct;
  /** Additional details for the audit log, specific to this action. */
  facts?: AuditFacts;
  contact?: Contact;
  access?: StationAccess;
  accesses?: readonly StationAccess[];
  webhookSecret?: WebhookSecret;
  token?: NewApiToken;
  /**
   * Calls external systems after the transaction has been committed.
   * @throws ActRefused
   */
  afterwards?(): Promise<CommandOutput | null>;
}

/**
 * Definition of one action of staff. The console form, the command, the operator API and the audit log entry are all derived
 * from this definition.
 */
export interface ActRow {
  /**
   * The kind of object that the action changes. For 'session', the session is loaded before `run`; if it does not exist, the
   * action is refused.
   */
  subject:
    | 'session'
    | 'alert'
    | 'point'
    | 'station'
    | 'connection'
    | 'person'
    | 'token'
    | 'documents'
    | 'ledger'
    | 'catalogue'
    | 'tariff'
    | 'webhook';
  /** Options of the command. The keys are the field names of the action. */
  fields: Fields;
  /**
   * The command that performs this action. Null if the command of another action also performs this one. If `name` is absent,
   * the command has the name of the action.
   */
  command: { name?: string; does: string; isLocal?: true } | null;
  /** Returns the id or name of the changed object for the audit log. Null if there is none. */
  about?(fields: ActFields): string | null;
  run(context: ActContext, fields: ActFields, subject: Subject | null): Promise<ActEffects>;
}

export type ActFields = Readonly<Record<string, unknown>>;

/** Fields of a session action that needs only the transaction number and a reason. */
export interface SessionFields {
  number: number;
  reason: string;
}

interface TypedRow<F, S> extends Omit<ActRow, 'about' | 'run'> {
  about?(fields: F): string | null;
  run(context: ActContext, fields: F, subject: S): Promise<ActEffects>;
}

/** Defines an action with typed fields. The compiler cannot check that the schemas in `fields` produce values of type `F`. */
export const act = <F>(row: TypedRow<F, null>): ActRow => row as unknown as ActRow;
export const sessionAct = <F>(row: Omit<TypedRow<F, Subject>, 'subject'>): ActRow =>
  ({ subject: 'session', ...row }) as unknown as ActRow;

/** A staff action was refused. `message` is in English; `text` gives the reason in the reader's language, for the console. */
export class ActRefused extends Error {
  override name = 'ActRefused';
  readonly refusal: Refusal;
  constructor(message: string, text: Text | null = null, refusal?: Refusal) {
    super(message);
    this.refusal = refusal ?? { kind: 'not-now', why: message, ...(text ? { text } : {}) };
  }
}

/**
 * Returns a store whose `inTransaction` reuses the transaction of the action. It is passed to functions that would otherwise
 * open a transaction of their own.
 */
export const within = ({ trx, now }: Pick<ActContext, 'trx' | 'now'>) => ({
  store: { db: trx, inTransaction: <T>(work: (trx: Trx) => Promise<T>) => work(trx) },
  now,
});

const MAX_NAMED = 5;

/** Joins the first names of a list. '…' stands for further ones. */
export const firstOf = (names: readonly string[], between: string): string =>
  [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(between);

/** Returns functions that create console texts. `prefix` is the common beginning of the text keys. */
export function textsOf(prefix: string) {
  const text = (key: string, values: Text['values'] = {}): Text => ({ key: `${prefix}.${key}`, values });
  const step = (key: string, values: Text['values'] = {}, amount: Money | null = null): PreviewStep => ({
    text: text(key, values),
    note: null,
    amount,
  });
  return { text, step };
}

/** Preview of an action that moves no money. */
export const NO_MONEY = { before: [], after: [], steps: [], warning: null, amount: null } as const;
/** Preview fields of an action that is available only on the command line, where no preview is shown. */
export const COMMAND_ONLY = { ...NO_MONEY, button: { key: 'acts.goOn' } } as const;
