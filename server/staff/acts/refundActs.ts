import type { Act, ActName } from '../../../shared/console/acts.ts';
import type { FigureLine, ForeseenStep, Text } from '../../../shared/console/operating.ts';
import type { Money } from '../../../shared/model/money.ts';
import { confirmRefund, declineRefund, moneyOf, refundBy } from '../../shop/payments/refundRequests.ts';
import { dropRefund, leftToRefund } from '../../shop/payments/refunds.ts';
import { identityOf } from '../../shop/payments/samePerson.ts';
import { findDispute } from '../../store/jobs/audit.ts';
import { type Doing, type Done, within } from './actContext.ts';
import { masked, type Subject, waitingOf } from './subject.ts';

type RefundAct = 'refund' | 'confirm-refund' | 'decline-refund' | 'drop-refund';
type ActHandler<Name extends ActName> = (doing: Doing, subject: Subject, ask: Extract<Act, { does: Name }>) => Promise<Done>;

const text = (key: string, values: Text['values'] = {}): Text => ({ key: `acts.${key}`, values });
const step = (key: string, values: Text['values'] = {}, amount: Money | null = null): ForeseenStep => ({
  text: text(key, values),
  note: null,
  amount,
});

const refund: ActHandler<'refund'> = async (doing, subject, { number, amountMinor, reason }) => {
  const requestedMinor = amountMinor === 'all' ? leftOf(subject) : amountMinor;
  const by = identityOf(doing.asker.who);
  const done = await refundBy(within(doing), { number, amountMinor: requestedMinor, reason, by });
  const amount = { amountMinor: requestedMinor, currency: subject.order.currency };
  const left = { ...amount, amountMinor: leftOf(subject) };
  if (done.kind === 'asked')
    return { ...(await given(doing, subject, amount)), button: text('refund.button', { amount, most: left }) };
  return {
    does: 'request-refund',
    button: text('request.button', { amount }),
    amount,
    ...figures(subject, 0),
    steps: [step('request.waits', { amount }, amount), step('request.told'), step('request.then')],
    warning: text('request.why', { amount: done.most }),
  };
};

const confirm: ActHandler<'confirm-refund'> = async (doing, subject, { number, reason }) => {
  const request = await confirmRefund(within(doing), { number, reason, by: identityOf(doing.asker.who) });
  const amount = moneyOf(request);
  return { ...(await given(doing, subject, amount)), button: text('confirm.button', { amount }), waiting: waitingOf(request) };
};

const decline: ActHandler<'decline-refund'> = async (doing, subject, { number, reason }) => {
  const request = await declineRefund(within(doing), { number, reason, by: identityOf(doing.asker.who) });
  return {
    button: text('decline.button'),
    amount: moneyOf(request),
    ...figures(subject, 0),
    steps: [step('decline.nothing'), step('decline.again')],
    warning: null,
    waiting: waitingOf(request),
  };
};

const giveUp: ActHandler<'drop-refund'> = async (doing, { order }, { number }) => {
  const { amountMinor } = await dropRefund(within(doing), { number });
  const amount = { amountMinor, currency: order.currency };
  const steps = [step('drop.given', { amount }), step('drop.asked')];
  return { before: [], after: [], warning: null, amount, button: text('drop.button'), steps };
};

const leftOf = ({ payment, ...rest }: Subject): number => (payment ? leftToRefund({ payment, ...rest }) : 0);

/** What is kept and can be given back, before and after. */
function figures(subject: Subject, givenMinor: number): { before: FigureLine[]; after: FigureLine[] } {
  const { currency } = subject.order;
  const leftMinor = leftOf(subject);
  const lines = (keptMinor: number) => [
    { name: text('figure.kept'), amount: { amountMinor: keptMinor, currency } },
    { name: text('figure.refundable'), amount: { amountMinor: keptMinor, currency } },
  ];
  return { before: lines(leftMinor), after: lines(leftMinor - givenMinor) };
}

async function given({ trx }: Doing, subject: Subject, amount: Money): Promise<Omit<Done, 'button'>> {
  const { payment, order } = subject;
  const dispute = payment && (await findDispute(trx, payment.id));
  return {
    amount,
    ...figures(subject, amount.amountMinor),
    steps: [
      step('refund.card', { amount, digits: payment?.cardDigits.at(0) ?? '' }, amount),
      step('refund.note', {}, { ...amount, amountMinor: -amount.amountMinor }),
      ...(order.email === '' ? [] : [step('refund.letter', { email: masked(order.email) })]),
    ],
    warning: text(dispute?.state === 'open' ? 'refund.disputed' : 'refund.final'),
  };
}

export const REFUND_ACTS: { [Name in RefundAct]: ActHandler<Name> } = {
  refund,
  'confirm-refund': confirm,
  'decline-refund': decline,
  'drop-refund': giveUp,
};
