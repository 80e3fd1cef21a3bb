import type { Act } from '../../../shared/console/acts.ts';
import type { FigureLine } from '../../../shared/console/operating.ts';
import type { Money } from '../../../shared/model/money.ts';
import { confirmRefund, declineRefund, moneyOf, refundBy } from '../../shop/payments/refundRequests.ts';
import { dropRefund, leftToRefund, type RefundOptions, RefundRefused, refundable } from '../../shop/payments/refunds.ts';
import { identityOf } from '../../shop/payments/samePerson.ts';
import { findDispute } from '../../store/jobs/audit.ts';
import type { RefundRecord } from '../../store/shop/refunds.ts';
import { type ActContext, type ActEffects, type ActRow, type SessionFields, sessionAct, textsOf, within } from './act.ts';
import { decimal, moneyText } from './commandLines.ts';
import { amount, CHECKED_REASON, TRANSACTION } from './fields.ts';
import { masked, type Subject, waitingOf } from './subject.ts';
import { countTokenRefund } from './tokenLimits.ts';

type RefundAct = 'refund' | 'confirm-refund' | 'decline-refund' | 'drop-refund';

const { text, step } = textsOf('acts');
const refundAmount = (example: string) => ({
  number: TRANSACTION,
  amountMinor: amount(`--amount ${example}`, 'Invalid amount. Use 5.00.'),
  reason: CHECKED_REASON,
});

const leftOf = ({ payment, ...rest }: Subject): number => (payment ? leftToRefund({ payment, ...rest }) : 0);

/** Returns the captured and the refundable amount, before and after the refund. */
function figures(subject: Subject, refundMinor: number): { before: FigureLine[]; after: FigureLine[] } {
  const { currency } = subject.order;
  const leftMinor = leftOf(subject);
  const lines = (amountMinor: number) => [
    { name: text('figure.kept'), amount: { amountMinor, currency } },
    { name: text('figure.refundable'), amount: { amountMinor, currency } },
  ];
  return { before: lines(leftMinor), after: lines(leftMinor - refundMinor) };
}

async function consequences(
  { trx }: ActContext,
  subject: Subject,
  refunded: Money,
): Promise<Omit<ActEffects, 'button' | 'lines'>> {
  const { payment, order } = subject;
  const dispute = payment && (await findDispute(trx, payment.id));
  return {
    amount: refunded,
    ...figures(subject, refunded.amountMinor),
    steps: [
      step('refund.card', { amount: refunded, digits: payment?.cardDigits.at(0) ?? '' }, refunded),
      step('refund.note', {}, { ...refunded, amountMinor: -refunded.amountMinor }),
      ...(order.email === '' ? [] : [step('refund.letter', { email: masked(order.email) })]),
    ],
    warning: text(dispute?.state === 'open' ? 'refund.disputed' : 'refund.final'),
  };
}

/**
 * Refuses a refund command that is repeated, for example because its response was lost; the driver must not be refunded twice. A
 * command has no form id as the console has, so two commands are the same if amount, reason and person are equal.
 * @throws RefundRefused
 */
async function refuseRepeated({ trx }: ActContext, request: RefundOptions): Promise<void> {
  const { refunds } = await refundable(trx, request);
  const isSame = ({ amountMinor, reason, requestedBy }: RefundRecord) =>
    amountMinor === request.amountMinor && reason === request.reason && requestedBy === request.by?.name;
  if (refunds.some(refund => refund.state === 'done' && isSame(refund)))
    throw new RefundRefused('This refund is already done. To refund the same amount again, give a different reason.');
}

const refund = sessionAct<Extract<Act, { does: 'refund' }>>({
  fields: refundAmount('5.00'),
  command: {
    does: 'Refund a payment and email a credit note to the driver; above OPERATOR_MAX_REFUND, a second person approves it first',
  },
  async run(context, { number, amountMinor, reason }, subject) {
    const request = {
      ...{ number, reason },
      amountMinor: amountMinor === 'all' ? leftOf(subject) : amountMinor,
      by: identityOf(context.actor.who),
    };
    const requested = { amountMinor: request.amountMinor, currency: subject.order.currency };
    if (context.actor.who.by === 'command') await refuseRepeated(context, request);
    await countTokenRefund(context, requested);
    const done = await refundBy(within(context), request);
    const left = { ...requested, amountMinor: leftOf(subject) };
    const typed = decimal(request.amountMinor);
    if (done.kind === 'asked')
      return {
        ...(await consequences(context, subject, requested)),
        button: text('refund.button', { amount: requested, limit: left }),
        lines: [`${typed} of transaction ${number} will be refunded. \`list\` shows when the refund is done.`],
      };
    return {
      does: 'request-refund',
      button: text('request.button', { amount: requested }),
      amount: requested,
      ...figures(subject, 0),
      steps: [step('request.waits', { amount: requested }, requested), step('request.told'), step('request.then')],
      warning: text('request.why', { amount: done.limit }),
      waits: true,
      lines: [
        `Nothing is refunded yet: one person may refund ${moneyText(done.limit)} of a session. A second person must approve the refund:`,
        `npm run operator -- confirm-refund --transaction ${number} --amount ${typed} --reason "…" --who "…"`,
      ],
    };
  },
});

export const REFUND_ACTS: Readonly<Record<RefundAct, ActRow>> = {
  refund,
  'confirm-refund': sessionAct<SessionFields & { amountMinor?: number }>({
    fields: refundAmount('80.00'),
    command: { does: 'Approve a refund that another person has requested; --amount must match the request' },
    async run(context, { number, reason, ...seen }, subject) {
      const by = identityOf(context.actor.who);
      const request = await confirmRefund(within(context), { number, reason, by, ...seen });
      const confirmed = moneyOf(request);
      await countTokenRefund(context, confirmed);
      const words = `${moneyText(confirmed)} of transaction ${number}, requested by ${request.requestedBy}, will be refunded.`;
      return {
        ...(await consequences(context, subject, confirmed)),
        button: text('confirm.button', { amount: confirmed }),
        waiting: waitingOf(request),
        lines: [`${words} \`list\` shows when the refund is done.`],
      };
    },
  }),
  'decline-refund': sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: CHECKED_REASON },
    command: { does: 'Reject a refund that awaits approval, or cancel your own request' },
    async run(context, { number, reason }, subject) {
      const request = await declineRefund(within(context), { number, reason, by: identityOf(context.actor.who) });
      const declined = moneyOf(request);
      return {
        button: text(request.requestedBy === context.actor.who.name ? 'withdrawRequest' : 'decline.button'),
        amount: declined,
        ...figures(subject, 0),
        steps: [step('decline.nothing'), step('decline.again')],
        warning: null,
        waiting: waitingOf(request),
        lines: [`Refund rejected: ${moneyText(declined)} of transaction ${number}, requested by ${request.requestedBy}.`],
      };
    },
  }),
  'drop-refund': sessionAct<SessionFields>({
    fields: { number: TRANSACTION },
    command: { does: 'Cancel a refund that the provider does not execute, so that a new one can be requested' },
    async run(context, { number }, { order }) {
      const { amountMinor } = await dropRefund(within(context), { number });
      const dropped = { amountMinor, currency: order.currency };
      return {
        ...{ before: [], after: [], warning: null, amount: dropped },
        button: text('drop.button'),
        steps: [step('drop.given', { amount: dropped }), step('drop.asked')],
        lines: [
          `The refund of ${decimal(amountMinor)} will not be retried. In ten minutes the app queries the provider for its outcome.`,
          'If the provider has not refunded, a new refund can be requested.',
        ],
      };
    },
  }),
};
