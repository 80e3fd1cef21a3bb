import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { decimalText, type Money } from '../../../shared/model/money.ts';
import { confirmRefund, declineRefund, moneyOf as moneyIn, refundBy } from '../../shop/payments/refundRequests.ts';
import { dropRefund, type RefundOptions, RefundRefused, refundable } from '../../shop/payments/refunds.ts';
import type { RefundRecord } from '../../store/shop/refunds.ts';
import { type Command, type CommandDependencies, WaitsForAnother } from './commands.ts';
import { type ActStore, moneyOf, runManualAct } from './manualCommand.ts';
import { readNumber } from './parseOptions.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Giving money back by command: each is in the audit, with who did it, as at the console. */
export const REFUND_COMMANDS: Readonly<Record<string, Command>> = {
  refund: {
    usage: 'refund --transaction <number> --amount 5.00 --reason "…" --who "…"',
    does: 'Refund a payment and email a credit note to the driver; above OPERATOR_MOST_REFUND, a second person approves it first',
    options: ['transaction', 'amount', 'reason', 'who'],
    run: refund,
  },
  'confirm-refund': {
    usage: 'confirm-refund --transaction <number> --amount 80.00 --reason "…" --who "…"',
    does: 'Approve a refund that another person has requested; --amount must match the request',
    options: ['transaction', 'amount', 'reason', 'who'],
    run: confirm,
  },
  'decline-refund': {
    usage: 'decline-refund --transaction <number> --reason "…" --who "…"',
    does: 'Reject a refund that awaits approval, or cancel your own request',
    options: ['transaction', 'reason', 'who'],
    run: decline,
  },
  'drop-refund': {
    usage: 'drop-refund --transaction <number> --who "…"',
    does: 'Cancel a refund that the provider does not execute, so that a new one can be requested',
    options: ['transaction', 'who'],
    run: giveUp,
  },
};

const inWords = ({ amountMinor, currency }: Money): string => `${decimalText(amountMinor, 2, '.')} ${currency}`;

/** @throws RefundRefused */
function readRefundOptions({ transaction = '', amount: typed = '', reason = '', who }: Options) {
  const amountMinor = readAmountMinor(typed);
  if (amountMinor === null) throw new RefundRefused('Invalid amount. Use 5.00.');
  return { number: readNumber(transaction), amountMinor, reason, who };
}

/** @throws WaitsForAnother where it is above what one person may give back: it is kept, and nothing is given back yet */
async function refund(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const { who, ...ask } = readRefundOptions(options);
  const { number, reason } = ask;
  const outcome = await runManualAct(dependencies, who, { does: 'refund', number, reason }, async place => {
    const refundOptions = { ...ask, by: place.by };
    await refuseRepeated(place, refundOptions);
    const done = await refundBy(place, refundOptions);
    const amount = await moneyOf(place.store.db, number, () => ask.amountMinor);
    return { told: done, amount, ...(done.kind === 'waits' ? { does: 'request-refund' } : {}) };
  });
  const amount = decimalText(ask.amountMinor, 2, '.');
  if (outcome.kind === 'asked')
    return [`${amount} of transaction ${number} will be refunded. \`list\` shows when the refund is done.`];
  throw new WaitsForAnother(
    `Nothing is refunded yet: one person may refund ${inWords(outcome.most)} of a session. A second person must approve the refund:\n` +
      `npm run operator -- confirm-refund --transaction ${number} --amount ${amount} --reason "…" --who "…"`,
  );
}

/**
 * Typed again, as when its answer was lost, a refund gives nothing back a second time: at the console its form is known, here only
 * what it says. @throws RefundRefused
 */
async function refuseRepeated({ store }: ActStore, ask: RefundOptions): Promise<void> {
  const { refunds } = await store.inTransaction(trx => refundable(trx, ask));
  const isSame = ({ amountMinor, reason, askedBy }: RefundRecord) =>
    amountMinor === ask.amountMinor && reason === ask.reason.trim() && askedBy === ask.by?.name;
  if (refunds.some(refund => refund.state === 'done' && isSame(refund)))
    throw new RefundRefused('This refund is already done. To refund the same amount again, give a different reason.');
}

async function confirm(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const { who, ...ask } = readRefundOptions(options);
  const { number, reason } = ask;
  return runManualAct(dependencies, who, { does: 'confirm-refund', number, reason }, async place => {
    const request = await confirmRefund(place, { ...ask, by: place.by });
    const amount = moneyIn(request);
    const words = `${inWords(amount)} of transaction ${number}, requested by ${request.askedBy}, will be refunded.`;
    return { told: [`${words} \`list\` shows when the refund is done.`], amount };
  });
}

async function decline(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const { transaction = '', reason = '', who } = options;
  const number = readNumber(transaction);
  return runManualAct(dependencies, who, { does: 'decline-refund', number, reason }, async place => {
    const request = await declineRefund(place, { number, reason, by: place.by });
    const amount = moneyIn(request);
    return {
      told: [`Refund rejected: ${inWords(amount)} of transaction ${number}, requested by ${request.askedBy}.`],
      amount,
    };
  });
}

async function giveUp(dependencies: CommandDependencies, { transaction = '', who }: Options): Promise<readonly string[]> {
  const number = readNumber(transaction);
  return runManualAct(dependencies, who, { does: 'drop-refund', number }, async place => {
    const { amountMinor } = await dropRefund(place, { number });
    return {
      told: [
        `The refund of ${decimalText(amountMinor, 2, '.')} will not be retried. In ten minutes the app queries the provider for its outcome.`,
        'If the provider has not refunded, a new refund can be requested.',
      ],
      amount: await moneyOf(place.store.db, number, () => amountMinor),
    };
  });
}
