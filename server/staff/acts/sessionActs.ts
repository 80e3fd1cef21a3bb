import type { Act } from '../../../shared/console/acts.ts';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import { no } from '../../core/records/refusals.ts';
import { sendReceiptAgain } from '../../shop/receipts/receiptMail.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { latestReading } from '../../store/shop/readings.ts';
import { forgetDriver } from '../upkeep/retention.ts';
import { type ActContext, ActRefused, type ActRow, NO_MONEY, type SessionFields, sessionAct, textsOf, within } from './act.ts';
import { minute, moneyText } from './commandLines.ts';
import {
  amount,
  ENDED,
  ENERGY,
  field,
  OPTIONAL_REASON,
  parsed,
  REASON,
  readTransaction,
  TRANSACTION,
  textField,
} from './fields.ts';
import { manualPrice, priceOf } from './manualPrice.ts';
import { billManually, stopManually, unlockManually, waiveManually } from './manualSettlement.ts';
import { masked, type Subject } from './subject.ts';

interface BillFields extends Omit<Extract<Act, { does: 'bill' }>, 'does'> {
  /** Maximum amount to capture, in minor units. Available only on the command line. */
  maxMinor?: number;
}

const { text, step } = textsOf('acts');

const heldOf = ({ limitMinor, currency }: OrderRecord) => ({ amountMinor: limitMinor ?? 0, currency });
const settlementOf = ({ trx, now }: ActContext, { session }: Subject, { reason }: Pick<SessionFields, 'reason'>) => ({
  ...{ trx, session, now, reason },
});

const bill = sessionAct<BillFields>({
  fields: {
    number: TRANSACTION,
    energyWh: ENERGY,
    endedAt: ENDED,
    maxMinor: amount('[--at-most 4.20]', 'Invalid amount. Use 4.20, or `waive` to charge nothing.', 1),
    reason: REASON,
  },
  command: {
    does: 'Bill a session whose last meter value is missing or whose bill awaits a decision: the reported amount or less',
  },
  async run(context, fields, subject) {
    const { session, order } = subject;
    const { energyWh, endedAt, maxMinor = null } = fields;
    const options = { energyWh, maxMinor, endedAt: endedAt === null ? null : new Date(endedAt) };
    const usage = await billManually(settlementOf(context, subject, fields), options);
    const tariffMinor = priceOf(session, await manualPrice(context.trx, session, context.dependencies), usage);
    const price = { amountMinor: Math.min(tariffMinor, maxMinor ?? tariffMinor), currency: order.currency };
    const held = heldOf(order);
    const captured = { ...price, amountMinor: Math.min(price.amountMinor, held.amountMinor) };
    const rest = { ...held, amountMinor: held.amountMinor - captured.amountMinor };
    const found = await latestReading(context.trx, session.id);
    return {
      button: text('bill.button', { amount: captured }),
      amount: captured,
      before: [{ name: text('figure.held'), amount: held }],
      after: [
        { name: text('figure.captured'), amount: captured },
        { name: text('figure.released'), amount: rest },
      ],
      steps: [
        step('bill.captured', { energy: { energyWh: usage.energyWh } }, captured),
        step('bill.released', {}, rest),
        step('bill.receipt'),
      ],
      warning: text('bill.warning', { energy: { energyWh: found?.energyWh ?? 0 } }),
      lines: [
        `Transaction ${session.number} will be billed with ${moneyText(price)}: ` +
          `${usage.energyWh / 1000} kWh, ended ${minute(usage.endedAt)}.`,
        'Until then, a last value from the station replaces these figures, and `bill` accepts new ones. `list` shows what was captured.',
      ],
    };
  },
});

/** Refuses a person who is limited to a brand if the charging point of the session belongs to another brand today. */
async function refuseForeignPoint({ trx, actor: { who } }: ActContext, { session }: Subject): Promise<void> {
  if (who.brand === undefined) return;
  const point = await findPoint(trx, session.evseId, { includesRemoved: true });
  if (point?.clientId !== who.brand) throw new ActRefused('The charging point belongs to another brand today.', no('pointMoved'));
}

const unopenedIn = (count: number): string =>
  `${count} emails that wait to be sent were sealed with another SECRET, so their address cannot be read. Run this command ` +
  'again with the settings of the running app. The emails are deleted within a day.';

interface ForgetFields {
  /** Transaction number. Null if an e-mail address is given instead. */
  number: number | null;
  email?: string;
}

/**
 * Deletes the personal data of a driver on request. The driver is identified by e-mail address or by the transaction number on
 * the receipt.
 */
const forget = sessionAct<ForgetFields>({
  fields: {
    email: textField('--email <address> |'),
    number: field('--transaction <number>', parsed(readTransaction).default(null)),
  },
  command: { does: 'Delete the contact details of a driver' },
  async run(context, { number, email = '' }) {
    if (email.includes('@') ? number !== null : number === null || email !== '')
      throw new RangeError('Use either an email address or a transaction ID of nine digits.');
    // The secret is needed only to decrypt the recipients of queued e-mails.
    const secret = number === null ? context.dependencies.readSecret?.() : undefined;
    const whose = number === null ? { email } : { transaction: number };
    const done = await forgetDriver(within(context).store, { whose, secret, now: context.now });
    const { orders, withdrawals, letters, unopened, unsettled, documents } = done;
    if (unsettled > 0 && context.actor.who.by !== 'command')
      throw new ActRefused('The session is not settled yet. Its contact details are still required.', no('settled'));
    return {
      ...NO_MONEY,
      button: text('forget.button'),
      steps: [step('forget.contact'), ...(documents > 0 ? [step('forget.documents', { count: documents })] : [])],
      // The audit log receives only counts, so that it does not keep the deleted data.
      facts: { ...done },
      lines: [
        `Contact details deleted from ${orders} orders and ${withdrawals} withdrawals.`,
        ...(letters > 0 ? [`${letters} emails that waited to be sent are deleted.`] : []),
        ...(unopened > 0 ? [unopenedIn(unopened)] : []),
        ...(unsettled > 0
          ? [
              `${unsettled} orders are not settled yet and still have their contact details. Run this command again after settlement.`,
            ]
          : []),
        ...(documents > 0 ? [`${documents} issued documents stay unchanged: tax law requires their storage.`] : []),
      ],
    };
  },
});

/** Actions on one session, except refunds. */
export const SESSION_ACTS = {
  stop: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'Request the station to stop a session, as the driver could' },
    async run(context, fields, subject) {
      await stopManually(settlementOf(context, subject, fields));
      const limit = subject.order.limitMinor === null ? [] : [step('stop.most', { amount: heldOf(subject.order) })];
      return {
        ...NO_MONEY,
        button: text('stop.button'),
        steps: [step('stop.asked'), step('stop.billed'), ...limit],
        lines: [`Stop requested from the station of transaction ${fields.number}. \`list\` shows when charging has stopped.`],
      };
    },
  }),
  bill,
  waive: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'Close a session without charging the driver and release its hold' },
    async run(context, fields, subject) {
      await waiveManually(settlementOf(context, subject, fields));
      const held = heldOf(subject.order);
      return {
        button: text('waive.button'),
        amount: held,
        before: [{ name: text('figure.held'), amount: held }],
        after: [{ name: text('figure.released'), amount: held }],
        steps: [step('waive.released', {}, held), step('waive.nothing')],
        warning: null,
        lines: [`Transaction ${fields.number} is not charged. Its hold is released.`],
      };
    },
  }),
  unlock: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'Request the station to unlock the plug of a session that has ended; `attention` shows a failure' },
    async run(context, fields, subject) {
      await refuseForeignPoint(context, subject);
      await unlockManually(settlementOf(context, subject, fields));
      const line = `Unlock requested from the station of transaction ${fields.number}. \`attention\` shows a failure.`;
      return { ...NO_MONEY, button: text('unlock.button'), steps: [step('unlock.asked'), step('unlock.failure')], lines: [line] };
    },
  }),
  forget,
  note: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: textField('--text "…"') },
    command: { does: 'Add an internal note to a session' },
    async run(_, { number, reason }) {
      if (reason === '') throw new ActRefused('Missing --text.', no('text'));
      return { ...NO_MONEY, button: text('note.button'), lines: [`Note added to transaction ${number}.`] };
    },
  }),
  'see-contact': sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'Show the name and email address of a driver' },
    async run({ actor }, _, { order: { contact } }) {
      if (actor.who.by === 'demo') throw new ActRefused('Names and addresses of drivers are hidden in a demo.', no('demo'));
      const found = { name: `${contact.firstName} ${contact.lastName}`.trim(), email: contact.email };
      return {
        ...NO_MONEY,
        button: text('contact.button'),
        steps: [step('contact.noted')],
        contact: found,
        data: found,
        lines: [found.name || '(no name)', found.email || '(no email address)'],
      };
    },
  }),
  'send-receipt': sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: OPTIONAL_REASON },
    command: { does: 'Email the receipt of a session again, to the address of the order' },
    async run({ trx, now }, { number }, { session, order }) {
      if (!(await sendReceiptAgain(trx, { id: session.id, now })))
        throw new ActRefused('There is no receipt or no email address, or the receipt is already being sent.', no('receipt'));
      return {
        ...NO_MONEY,
        button: text('receipt.button'),
        steps: [step('receipt.sent', { email: masked(order.email) })],
        lines: [`The receipt of transaction ${number} will be sent.`],
      };
    },
  }),
} satisfies Partial<Record<AuditedAct, ActRow>>;
