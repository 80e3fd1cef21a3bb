import type { Act } from '../../../shared/console/acts.ts';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import { no } from '../../core/records/refusals.ts';
import { sendReceiptAgain } from '../../shop/receipts/receiptMail.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { latestReading } from '../../store/shop/readings.ts';
import { forgetDriver } from '../upkeep/retention.ts';
import {
  type ActContext,
  ActRefused,
  type ActRow,
  COMMAND_ONLY,
  NO_MONEY,
  type SessionFields,
  sessionAct,
  textsOf,
  within,
} from './act.ts';
import { minute } from './commandLines.ts';
import {
  amount,
  ENDED,
  ENERGY,
  field,
  OPTIONAL_REASON,
  parsed,
  REASON,
  readNumber,
  TRANSACTION,
  text as textField,
} from './fields.ts';
import { manualPrice, priceOf } from './manualPrice.ts';
import { billManually, stopManually, unlockManually, waiveManually } from './manualSettlement.ts';
import { masked, type Subject } from './subject.ts';

interface BillFields extends Omit<Extract<Act, { does: 'bill' }>, 'does'> {
  /** By command: the most that is to be taken. */
  mostMinor?: number;
}

const { text, step } = textsOf('acts');

const heldOf = ({ limitMinor, currency }: OrderRecord) => ({ amountMinor: limitMinor ?? 0, currency });
const settlementOf = ({ trx, now }: ActContext, { session }: Subject, { reason }: Pick<SessionFields, 'reason'>) => ({
  ...{ trx, session, now },
  reason: reason.trim(),
});

const bill = sessionAct<BillFields>({
  fields: {
    number: TRANSACTION,
    energyWh: ENERGY,
    endedAt: ENDED,
    mostMinor: amount('[--at-most 4.20]', 'The amount is not usable: write it like 4.20; for nothing there is `waive`.', 1),
    reason: REASON,
  },
  command: {
    does: 'bills a session whose last meter value does not come, or whose bill waits for a decision: what was told, or less',
  },
  async run(context, fields, subject) {
    const { session, order } = subject;
    const { energyWh, endedAt, mostMinor = null } = fields;
    const options = { energyWh, mostMinor, endedAt: endedAt === null ? null : new Date(endedAt) };
    const usage = await billManually(settlementOf(context, subject, fields), options);
    const tariffMinor = priceOf(session, await manualPrice(context.trx, session, context.dependencies), usage);
    const price = { amountMinor: Math.min(tariffMinor, mostMinor ?? tariffMinor), currency: order.currency };
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
        `Transaction ${session.number} will be billed with ${(price.amountMinor / 100).toFixed(2)} ${price.currency}: ` +
          `${usage.energyWh / 1000} kWh, ended ${minute(usage.endedAt)}.`,
        'Until that is done, the station’s own last value counts instead, and other figures may be given. `list` shows what was charged.',
      ],
    };
  },
});

const unopenedIn = (count: number): string =>
  `${count} letters that wait to be sent on were sealed with another SECRET than this one: whether they are to this address nobody ` +
  'can tell. Call this again with the settings of the running app. They are gone after a day at the latest.';

interface ForgetFields {
  /** Null: an e-mail address is given instead. */
  number: number | null;
  email?: string;
}

/** A driver asks that what we know of them be deleted: by e-mail address, or by the transaction ID on the receipt. */
const forget = sessionAct<ForgetFields>({
  fields: { email: textField('--email <address> |'), number: field('--transaction <number>', parsed(readNumber).default(null)) },
  command: { does: 'removes a driver’s contact details' },
  async run(context, { number, email = '' }) {
    if (email.includes('@') ? number !== null : number === null || email !== '')
      throw new RangeError('Give either an e-mail address or a transaction ID of nine digits.');
    // Only letters to an address have to be opened.
    const secret = number === null ? context.dependencies.readSecret?.() : undefined;
    const whose = number === null ? { email } : { transaction: number };
    const done = await forgetDriver(within(context).store, { whose, secret, now: context.now });
    const { orders, withdrawals, letters, unopened, unsettled, documents } = done;
    if (unsettled > 0 && context.actor.who.by !== 'command')
      throw new ActRefused('This session or its money is not settled yet: its driver may have to be written to.', no('settled'));
    return {
      ...NO_MONEY,
      button: text('forget.button'),
      steps: [step('forget.contact'), ...(documents > 0 ? [step('forget.documents', { count: documents })] : [])],
      // The audit has none of what is to be forgotten.
      facts: { ...done },
      lines: [
        `Contact details removed from ${orders} orders and ${withdrawals} withdrawals.`,
        ...(letters > 0 ? [`${letters} letters that waited to be sent on are gone.`] : []),
        ...(unopened > 0 ? [unopenedIn(unopened)] : []),
        ...(unsettled > 0 ? [`${unsettled} orders are not settled yet and keep theirs: call this again when they are.`] : []),
        ...(documents > 0 ? [`${documents} issued documents stay as they are, because tax law has them kept.`] : []),
      ],
    };
  },
});

/** Acts on one session, but for refunds. */
export const SESSION_ACTS = {
  stop: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'asks the station to stop, as the driver could' },
    async run(context, fields, subject) {
      await stopManually(settlementOf(context, subject, fields));
      const limit = subject.order.limitMinor === null ? [] : [step('stop.most', { amount: heldOf(subject.order) })];
      return {
        ...NO_MONEY,
        button: text('stop.button'),
        steps: [step('stop.asked'), step('stop.billed'), ...limit],
        lines: [`The station of transaction ${fields.number} is asked to stop. \`list\` shows when it has.`],
      };
    },
  }),
  bill,
  waive: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'asks nothing for a session whose station does not answer, and gives its hold back' },
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
        lines: [`Nothing is asked for transaction ${fields.number}; what is held on the card goes back.`],
      };
    },
  }),
  unlock: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'asks the station to unlock the cable of a session that is over; `attention` tells if it does not' },
    async run(context, fields, subject) {
      await unlockManually(settlementOf(context, subject, fields));
      const line = `The station of transaction ${fields.number} is asked to unlock its cable. \`attention\` tells if it does not.`;
      return { ...COMMAND_ONLY, lines: [line] };
    },
  }),
  forget,
  note: sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: textField('--text "…"') },
    command: { does: 'keeps a note with a session, for whoever looks at it next' },
    async run(_, { number, reason }) {
      if (reason.trim() === '') throw new ActRefused('A note needs a text.', no('text'));
      return { ...NO_MONEY, button: text('note.button'), lines: [`Noted with transaction ${number}.`] };
    },
  }),
  'see-contact': sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: REASON },
    command: { does: 'tells a driver’s name and e-mail address' },
    async run({ actor }, _, { order: { contact } }) {
      if (actor.who.by === 'demo') throw new ActRefused('In a demo, drivers’ names and addresses stay covered.', no('demo'));
      const found = { name: `${contact.firstName} ${contact.lastName}`.trim(), email: contact.email };
      return {
        ...NO_MONEY,
        button: text('contact.button'),
        steps: [step('contact.noted')],
        told: found,
        data: found,
        lines: [found.name || '(no name)', found.email || '(no e-mail address)'],
      };
    },
  }),
  'send-receipt': sessionAct<SessionFields>({
    fields: { number: TRANSACTION, reason: OPTIONAL_REASON },
    command: { does: 'sends a session’s receipt once more, to the address that the driver gave' },
    async run({ trx, now }, { number }, { session, order }) {
      if (!(await sendReceiptAgain(trx, { id: session.id, now })))
        throw new ActRefused('There is no receipt to send, nobody to send it to, or it is on its way.', no('receipt'));
      return {
        ...NO_MONEY,
        button: text('receipt.button'),
        steps: [step('receipt.sent', { email: masked(order.email) })],
        lines: [`The receipt of transaction ${number} will be sent.`],
      };
    },
  }),
} satisfies Partial<Record<AuditedAct, ActRow>>;
