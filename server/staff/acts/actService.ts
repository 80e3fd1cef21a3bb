import type { Act } from '../../../shared/console/acts.ts';
import { AUDITED_ACTS, type AuditedAct } from '../../../shared/console/audit.ts';
import type { Acted, ActPreview, Operating, Refusal } from '../../../shared/console/operating.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { no } from '../../core/records/refusals.ts';
import { leftToRefund, RefundRefused } from '../../shop/payments/refunds.ts';
import type { Trx } from '../../store/engine/database.ts';
import { auditLineOf, findActByForm, listActsOn, releaseForm, writeAct } from '../../store/staff/acts.ts';
import { type ActDependencies, type ActEffects, type ActFields, ActRefused, type ActRow, type CommandOutput } from './act.ts';
import { type Actor, factsOf } from './actor.ts';
import { ACTS } from './acts.ts';
import { findSubjectOf, type Subject, versionOf } from './subject.ts';

/** A request to perform one staff action, sent by the console, the command line or a program with the API. */
export interface ActRequest {
  does: AuditedAct;
  row: ActRow;
  fields: ActFields;
  /** Version of the session that the person saw when submitting the form. Null if the request names none, as on the command line. */
  seen: number | null;
  /** Unique id of the submitted form. A form that is sent twice takes effect only once. */
  form: string;
  /** Hash of the submitted values. Absent: values of a second submit are not compared. */
  digest?: string | undefined;
}

/** Whether the action moves money. If it does, it is refused when the session has changed since the person saw it. */
const isMoney = (does: AuditedAct): boolean => AUDITED_ACTS[does] === 'money';

/** Error classes whose message tells a person why an action was refused. */
const REFUSALS = [ActRefused, RefundRefused, RangeError, Problem];
const isRefusal = (error: unknown): error is Error => error instanceof Error && REFUSALS.some(kind => error instanceof kind);

/**
 * Converts an error to a refusal.
 * @throws the error itself if it is not a refusal
 */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ActRefused) return error.refusal;
  if (!isRefusal(error)) throw error;
  const text = error instanceof RefundRefused ? error.text : null;
  return { kind: 'not-now', why: error.message, ...(text ? { text } : {}) };
}

/**
 * Runs an action in a transaction.
 * @throws ActRefused also if a person who is limited to a brand acts on something else than a session or token of the brand
 */
async function runRow(dependencies: ActDependencies, actor: Actor, { trx, request }: { trx: Trx; request: ActRequest }) {
  const { does, row, fields, seen } = request;
  const { who } = actor;
  const { number } = fields;
  const subject = row.subject === 'session' && typeof number === 'number' ? await findSubjectOf(trx, number) : null;
  const isOther = !!subject && who.brand !== undefined && subject.session.clientId !== who.brand;
  if (isOther || (row.subject === 'session' && number !== null && !subject))
    throw new ActRefused('No session has this transaction number.', no('session'));
  // Whatever is no session of the brand belongs to the operator. The actions on tokens check the brand of the token.
  if (who.brand !== undefined && !subject && row.subject !== 'token')
    throw new ActRefused(`This account is limited to the brand ${who.brand}.`, no('brand', { brand: who.brand }));
  if (subject && isMoney(does) && seen !== null && versionOf(subject) !== seen) throw await changedSince(trx, subject);
  const done = await row.run({ dependencies, actor, trx, now: dependencies.clock.now() }, fields, subject);
  return { done, subject };
}

async function changedSince(trx: Trx, { session, payment, order, ...rest }: Subject): Promise<ActRefused> {
  const acts = await listActsOn(trx, session.number);
  const last = acts.findLast(({ isDone, does }) => isDone && isMoney(does));
  const left = payment ? { amountMinor: leftToRefund({ payment, ...rest }), currency: order.currency } : null;
  const by = last ? auditLineOf(last) : null;
  return new ActRefused('The session has changed in the meantime. Try again.', null, { kind: 'changed', by, left });
}

/**
 * Builds the audit log entry of an action. The entry of a successful action is written in the transaction of the action; the
 * entry of a refused action is written separately.
 */
function lineOf({ who, requestId }: Actor, { does, row, fields, seen, digest }: ActRequest, at: Date) {
  const { number, reason = '' } = fields;
  const about = row.about?.(fields as never) ?? null;
  return {
    ...{ at, does, requestId, who: who.name, account: who.account ?? null },
    sessionNumber: typeof number === 'number' ? number : null,
    reason: String(reason),
    facts: {
      ...(seen === null ? {} : { seen }),
      ...(about === null ? {} : { about }),
      ...factsOf(who),
      ...(digest === undefined ? {} : { digest }),
    },
    ...{ form: null, isDone: false, amountMinor: null, currency: null },
  };
}

type Shown = Pick<ActEffects, 'contact' | 'access' | 'accesses' | 'token' | 'webhookSecret'>;
type ActResult = CommandOutput & Shown & { isRepeated: boolean };

/**
 * Performs an action at most once per form. Writes an audit log entry, also if the action is refused.
 * @throws ActRefused and other refusals
 */
export async function performAct(dependencies: ActDependencies, actor: Actor, request: ActRequest): Promise<ActResult> {
  const { store, clock } = dependencies;
  const line = lineOf(actor, request, clock.now());
  const recordRefused = (refused: string) => writeAct(store.db, { ...line, facts: { ...line.facts, refused } });
  let done: ActEffects | { hasWaited: boolean };
  try {
    if (actor.who.may !== 'act') throw new ActRefused('This user has view-only access.', null, { kind: 'read-only' });
    done = await store.inTransaction(async trx => {
      const earlier = await findActByForm(trx, request.form);
      if (earlier && earlier.facts.digest !== request.digest)
        throw new ActRefused('This key has been used for another action.', no('keyUsed'));
      if (earlier) return { hasWaited: earlier.facts.waits === true };
      const { done } = await runRow(dependencies, actor, { trx, request });
      const { amount, does = request.does, facts = {}, waits } = done;
      const money = { amountMinor: amount?.amountMinor ?? null, currency: amount?.currency ?? null };
      const { form } = request;
      await writeAct(trx, {
        ...line,
        ...money,
        does,
        form,
        isDone: true,
        facts: { ...line.facts, ...facts, ...(waits ? { waits } : {}) },
      });
      return done;
    });
  } catch (error) {
    if (isRefusal(error)) {
      const refusal = refusalOf(error);
      await recordRefused(refusal.kind);
    }
    throw error;
  }
  if ('hasWaited' in done) return { isRepeated: true, lines: [], ...(done.hasWaited ? { waits: true } : {}) };
  const { lines, data, waits, afterwards } = done;
  // Calls to external systems cannot be part of the transaction. If such a call fails, a second audit log entry records the
  // failure.
  const output = await afterwards?.().catch(async (error: unknown) => {
    const refusal = isRefusal(error) ? refusalOf(error) : null;
    // The same form may then be submitted again.
    await releaseForm(store.db, request.form);
    await recordRefused(refusal?.kind === 'not-connected' ? refusal.fault : 'not-done');
    throw error;
  });
  dependencies.wake();
  return {
    ...(output ?? { lines, data, ...(waits ? { waits } : {}) }),
    isRepeated: false,
    ...shownIn(done),
  };
}

/** Returns what the page of a completed action shows once. */
const shownIn = ({ contact, access, accesses, token, webhookSecret }: Shown): Shown => ({
  ...(contact ? { contact } : {}),
  ...(access ? { access } : {}),
  ...(accesses ? { accesses } : {}),
  ...(token ? { token } : {}),
  ...(webhookSecret ? { webhookSecret } : {}),
});

/** Thrown on purpose to roll back the transaction of a preview. Carries the result of the preview. */
class RolledBack extends Error {
  readonly done: ActEffects;
  readonly seen: number;
  constructor(done: ActEffects, seen: number) {
    super('Only a preview');
    this.done = done;
    this.seen = seen;
  }
}

/**
 * Creates the functions that preview and perform an action. A preview performs the action and rolls the transaction back, so it
 * shows exactly what the action would do.
 */
export function createActing(dependencies: ActDependencies, actor: Actor): Pick<Operating, 'preview' | 'act'> {
  const requestOf = ({ does, ...input }: Act, sent: Pick<ActRequest, 'seen' | 'form' | 'digest'>): ActRequest => {
    // The schemas of the command line trim the reason. Input from the console is trimmed here.
    const fields = 'reason' in input ? { ...input, reason: input.reason.trim() } : input;
    return { does, fields, row: ACTS[does], ...sent };
  };
  return {
    async preview(input): Promise<ActPreview> {
      if (actor.who.may !== 'act') return { kind: 'read-only' };
      try {
        return await dependencies.store.inTransaction(async trx => {
          const request = requestOf(input, { seen: null, form: '' });
          const { done, subject } = await runRow(dependencies, actor, { trx, request });
          throw new RolledBack(done, subject ? versionOf(subject) : 0);
        });
      } catch (error) {
        if (!(error instanceof RolledBack)) return refusalOf(error);
        const { button, before, after, steps, warning, waiting, price } = error.done;
        const more = { ...(waiting ? { waiting } : {}), ...(price ? { price } : {}) };
        return { kind: 'possible', button, before, after, steps, warning, ...more, seen: error.seen };
      }
    },
    async act({ seen, form, digest, ...input }): Promise<Acted> {
      try {
        const done = await performAct(dependencies, actor, requestOf(input, { seen, form, digest }));
        const { lines: _, data: __, isRepeated, isWell: ___, ...more } = done;
        return { kind: 'done', again: isRepeated, ...more };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}
