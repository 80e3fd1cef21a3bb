import type { Act, ActName, StationAct } from '../../../shared/console/acts.ts';
import type { ForeseenStep, Text } from '../../../shared/console/operating.ts';
import type { Money } from '../../../shared/model/money.ts';
import { no } from '../../core/records/refusals.ts';
import { tickOff } from '../../runtime/alerts.ts';
import { sendReceiptAgain } from '../../shop/receipts/receiptMail.ts';
import { assignNote } from '../../store/jobs/alertRows.ts';
import { latestReading } from '../../store/shop/readings.ts';
import { forgetDriver } from '../upkeep/retention.ts';
import { type Doing, type Done, within } from './actContext.ts';
import { endSignIns } from './endSignIns.ts';
import { manualPrice, priceOf } from './manualPrice.ts';
import { ActRefused, billManually, stopManually, waiveManually } from './manualSettlement.ts';
import { REFUND_ACTS } from './refundActs.ts';
import { doStationAct, isStationAct } from './stationActs.ts';
import { masked, type Subject } from './subject.ts';

type ActOf<Name extends ActName> = Extract<Act, { does: Name }>;
type ActHandler<Name extends ActName> = (doing: Doing, subject: Subject, ask: ActOf<Name>) => Promise<Done>;

const text = (key: string, values: Text['values'] = {}): Text => ({ key, values });
const step = (key: string, values: Text['values'] = {}, amount: Money | null = null): ForeseenStep => ({
  text: text(`acts.${key}`, values),
  note: null,
  amount,
});
const NOTHING = { before: [], after: [], warning: null, amount: null } as const;

const stop: ActHandler<'stop'> = async (doing, { order }, ask) => {
  await stopManually(within(doing), ask);
  const limit = order.limitMinor === null ? null : { amountMinor: order.limitMinor, currency: order.currency };
  const steps = [step('stop.asked'), step('stop.billed'), ...(limit ? [step('stop.most', { amount: limit })] : [])];
  return { ...NOTHING, button: text('acts.stop.button'), steps };
};

const bill: ActHandler<'bill'> = async (doing, { order, session }, { endedAt, ...ask }) => {
  const usage = await billManually(within(doing), {
    ...ask,
    mostMinor: null,
    endedAt: endedAt === null ? null : new Date(endedAt),
  });
  const amount = {
    amountMinor: priceOf(session, await manualPrice(doing.trx, session, doing.context), usage),
    currency: order.currency,
  };
  const held = { amountMinor: order.limitMinor ?? 0, currency: order.currency };
  const captured = { ...amount, amountMinor: Math.min(amount.amountMinor, held.amountMinor) };
  const rest = { ...held, amountMinor: held.amountMinor - captured.amountMinor };
  const found = await latestReading(doing.trx, session.id);
  return {
    button: text('acts.bill.button', { amount: captured }),
    amount: captured,
    before: [{ name: text('acts.figure.held'), amount: held }],
    after: [
      { name: text('acts.figure.captured'), amount: captured },
      { name: text('acts.figure.released'), amount: rest },
    ],
    steps: [
      step('bill.captured', { energy: { energyWh: usage.energyWh } }, captured),
      step('bill.released', {}, rest),
      step('bill.receipt'),
    ],
    warning: text('acts.bill.warning', { energy: { energyWh: found?.energyWh ?? 0 } }),
  };
};

const waive: ActHandler<'waive'> = async (doing, { order }, ask) => {
  await waiveManually(within(doing), ask);
  const held = { amountMinor: order.limitMinor ?? 0, currency: order.currency };
  return {
    button: text('acts.waive.button'),
    amount: held,
    before: [{ name: text('acts.figure.held'), amount: held }],
    after: [{ name: text('acts.figure.released'), amount: held }],
    steps: [step('waive.released', {}, held), step('waive.nothing')],
    warning: null,
  };
};

const sendAgain: ActHandler<'send-receipt'> = async ({ trx, now }, { session, order }) => {
  if (!(await sendReceiptAgain(trx, { id: session.id, now })))
    throw new ActRefused('There is no receipt to send, nobody to send it to, or it is on its way.', no('receipt'));
  return { ...NOTHING, button: text('acts.receipt.button'), steps: [step('receipt.sent', { email: masked(order.email) })] };
};

const forget: ActHandler<'forget'> = async (doing, { session }) => {
  const { unsettled, documents } = await forgetDriver(within(doing).store, {
    whose: { transaction: session.number },
    // Found by its sessions, not by an address.
    secret: undefined,
    now: doing.now,
  });
  if (unsettled > 0)
    throw new ActRefused('This session or its money is not settled yet: its driver may have to be written to.', no('settled'));
  const steps = [step('forget.contact'), ...(documents > 0 ? [step('forget.documents', { count: documents })] : [])];
  return { ...NOTHING, button: text('acts.forget.button'), steps };
};

const seeContact: ActHandler<'see-contact'> = async ({ asker }, { order: { contact } }) => {
  if (asker.who.by === 'demo') throw new ActRefused('In a demo, drivers’ names and addresses stay covered.', no('demo'));
  const found = { name: `${contact.firstName} ${contact.lastName}`.trim(), email: contact.email };
  return { ...NOTHING, button: text('acts.contact.button'), steps: [step('contact.noted')], told: found };
};

const note: ActHandler<'note'> = async (_doing, _subject, { reason }) => {
  if (reason.trim() === '') throw new ActRefused('A note needs a text.', no('text'));
  return { ...NOTHING, button: text('acts.note.button'), steps: [] };
};

const ACTS: { [Name in Exclude<ActName, 'take-on' | 'finish' | 'end-sign-ins' | StationAct['does']>]: ActHandler<Name> } = {
  stop,
  bill,
  waive,
  ...REFUND_ACTS,
  'send-receipt': sendAgain,
  forget,
  'see-contact': seeContact,
  note,
};

/** Does it, in the transaction. @throws NotStuck, RefundRefused, RangeError: not with this session, or not now */
export function runAct(doing: Doing, subject: Subject | null, ask: Act): Promise<Done> {
  if (ask.does === 'take-on' || ask.does === 'finish') return seeTo(doing, ask);
  if (ask.does === 'end-sign-ins') return endSignIns(doing, ask);
  if (isStationAct(ask)) return doStationAct(doing, ask);
  if (!subject) throw new ActRefused('There is no session with this transaction number.', no('session'));
  const doer = ACTS[ask.does] as (doing: Doing, subject: Subject, ask: Act) => Promise<Done>;
  return doer(doing, subject, ask);
}

/** An alert that somebody looks after, or has seen to. */
async function seeTo(doing: Doing, { does, attention, reason }: ActOf<'take-on' | 'finish'>): Promise<Done> {
  const done = { ...NOTHING, button: text('acts.attention.button'), steps: [] };
  if (does === 'finish') {
    if (reason.trim() === '') throw new ActRefused('This needs a reason: it is kept in the audit.', text('acts.reasonMissing'));
    await tickOff(within(doing).store, { ids: [attention], reason: reason.trim(), now: doing.now });
  } else if (!(await assignNote(doing.trx, { id: attention, by: doing.asker.who.name, at: doing.now })))
    throw new ActRefused('It is done already.', no('done'));
  return done;
}
