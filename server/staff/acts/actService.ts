import type { Act } from '../../../shared/console/acts.ts';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Acted, Foreseen, Operating, Refusal } from '../../../shared/console/operating.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { leftToRefund, RefundRefused } from '../../shop/payments/refunds.ts';
import type { Trx } from '../../store/engine/database.ts';
import { auditLineOf, findActByForm, listActsOn } from '../../store/staff/acts.ts';
import type { ActingContext, Done } from './actContext.ts';
import { runAct } from './actHandlers.ts';
import type { Actor } from './actor.ts';
import { ActRefused } from './manualSettlement.ts';
import { type RecordedAct, recordDone, recordRefused } from './recording.ts';
import { findSubjectOf, type Subject, versionOf } from './subject.ts';

/** Acts whose outcome hangs on what was looked at: money. */
const SEEN_COUNTS: readonly AuditedAct[] = ['refund', 'confirm-refund', 'decline-refund', 'drop-refund', 'bill', 'waive'];
/** What else the audit calls an act that changes what was looked at. */
const ALSO_SEEN: readonly AuditedAct[] = ['request-refund'];
/** What is left undone with a reason that people can read. */
const REFUSALS = [ActRefused, RefundRefused, RangeError, Problem];

/** Ends a transaction in which nothing is to stay. */
class RolledBack extends Error {
  readonly done: Done;
  readonly seen: number;
  constructor(done: Done, seen: number) {
    super('Only looked at');
    this.done = done;
    this.seen = seen;
  }
}

type Acting = Pick<Operating, 'foresee' | 'act'>;

/** Foreseeing is doing, rolled back: what is shown before cannot be another thing than what is done. */
export function createActing(context: ActingContext, asker: Actor): Acting {
  const mayAct = asker.who.may === 'act';
  return {
    async foresee(ask): Promise<Foreseen> {
      if (!mayAct) return { kind: 'read-only' };
      try {
        await context.store.inTransaction(async trx => {
          const subject = await subjectOf(trx, ask);
          const done = await runAct({ context, asker, trx, now: context.clock.now() }, subject, ask);
          throw new RolledBack(done, subject ? versionOf(subject) : 0);
        });
      } catch (error) {
        if (!(error instanceof RolledBack)) return refusalOf(error);
        const { access: _, afterwards: __, does: ___, ...done } = error.done;
        return { kind: 'possible', ...done, seen: error.seen };
      }
      throw new Error('A look has stayed');
    },
    async act(ask): Promise<Acted> {
      const { acted, afterwards }: Tried = mayAct ? await tryAct(context, asker, ask) : { acted: { kind: 'read-only' } };
      const outcome = (await afterwards?.()) ?? acted;
      const at = context.clock.now();
      if (outcome.kind !== 'done') await recordRefused(context.store.db, asker, { act: recorded(ask), at, why: whyOf(outcome) });
      else context.wake();
      return outcome;
    },
  };
}

/** What a transaction has come to, and what is to be done after it. */
interface Tried extends Pick<Done, 'afterwards'> {
  acted: Acted;
}

const whyOf = (refusal: Refusal): string => (refusal.kind === 'not-connected' ? refusal.fault : refusal.kind);

async function tryAct(context: ActingContext, asker: Actor, ask: Act & { seen: number; form: string }): Promise<Tried> {
  try {
    return await context.store.inTransaction<Tried>(async trx => {
      if (await findActByForm(trx, ask.form)) return { acted: { kind: 'done', again: true } };
      const now = context.clock.now();
      const subject = await subjectOf(trx, ask);
      if (subject && SEEN_COUNTS.includes(ask.does) && versionOf(subject) !== ask.seen)
        return { acted: await changedBy(trx, subject) };
      const { amount, told, access, afterwards, does = ask.does } = await runAct({ context, asker, trx, now }, subject, ask);
      await recordDone(trx, asker, { act: { ...recorded(ask), does }, at: now, amount });
      const acted = { kind: 'done', again: false, ...(told ? { told } : {}), ...(access ? { access } : {}) } as const;
      return { acted, ...(afterwards ? { afterwards } : {}) };
    });
  } catch (error) {
    return { acted: refusalOf(error) };
  }
}

const subjectOf = async (trx: Trx, ask: Act): Promise<Subject | null> =>
  'number' in ask ? findSubjectOf(trx, ask.number) : null;

export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && REFUSALS.some(kind => error instanceof kind);

/** @throws whatever is no refusal */
function refusalOf(error: unknown): Refusal {
  if (!isRefusal(error)) throw error;
  const text = error instanceof ActRefused || error instanceof RefundRefused ? error.text : null;
  return { kind: 'not-now', why: error.message, ...(text ? { text } : {}) };
}

async function changedBy(trx: Trx, { session, payment, order, ...rest }: Subject): Promise<Refusal> {
  const acts = await listActsOn(trx, session.number);
  const last = acts.findLast(({ isDone, does }) => isDone && [...SEEN_COUNTS, ...ALSO_SEEN].includes(does));
  const left = payment ? { amountMinor: leftToRefund({ payment, ...rest }), currency: order.currency } : null;
  return { kind: 'changed', by: last ? auditLineOf(last) : null, left };
}

const recorded = (ask: Act & { seen: number; form: string }): RecordedAct => ({
  does: ask.does,
  number: 'number' in ask ? ask.number : null,
  reason: ask.reason,
  facts: { seen: ask.seen, ...('attention' in ask ? { attention: ask.attention } : {}), ...aboutOf(ask), ...partiesIn(ask) },
  form: ask.form,
});

const partiesIn = (ask: Act): { parties?: string } =>
  'parties' in ask ? { parties: [...ask.parties, ...(ask.hub === null ? [] : [`hub ${ask.hub}`])].join(' ') } : {};

/** As the audit writes it down. */
const EVERYBODY = 'everybody';

/** The point, station, connection or person that an act is about. */
function aboutOf(ask: Act): { about?: string } {
  if (ask.does === 'switch') return { about: ask.point };
  if (ask.does === 'end-sign-ins') return { about: ask.person ?? EVERYBODY };
  if ('name' in ask) return { about: ask.name };
  return 'identity' in ask ? { about: ask.identity } : {};
}
