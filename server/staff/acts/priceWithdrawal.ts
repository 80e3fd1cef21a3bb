import Joi from 'joi';
import { iso } from '../../../shared/model/time.ts';
import { needsSecondPerson } from '../../shop/catalogue/tariffState.ts';
import { CATALOGUE, publishAfterCommit } from '../../store/engine/changeFeed.ts';
import { emitPrice } from '../../store/shop/priceEvents.ts';
import { putTariffChanges, removeConsolePeriod, type TariffChange } from '../../store/shop/tariffChanges.ts';
import { type ActContext, type ActEffects, act, NO_MONEY } from './act.ts';
import { minute } from './commandLines.ts';
import { CHECKED_REASON, field, WITHOUT_REASON } from './fields.ts';
import { REVISION, refuseWhileWaiting, requestApproval, TARIFF } from './priceApproval.ts';
import { type EditedTariff, editedTariff, type PriceActOf, refuse, step, text } from './priceChange.ts';

/** Withdraws an announced change of prices. If the operator requires a second person for each change, that person approves first. */
export const withdrawPrice = act<PriceActOf<'withdraw-price'>>({
  subject: 'tariff',
  fields: {
    tariff: TARIFF,
    from: field('--from 2026-11-30T23:00Z', Joi.string().required(), 'Missing start of the change. `prices` lists it in UTC.'),
    revision: REVISION,
    reason: CHECKED_REASON,
  },
  command: {
    does: 'Withdraw an announced change of prices before it starts; with OPERATOR_PRICE_CONFIRMATION, a second person approves first',
  },
  about: ({ tariff }) => tariff,
  async run(context, fields) {
    const { trx, actor, now } = context;
    const { tariff: id, from, reason } = fields;
    if (reason === '') throw refuse(WITHOUT_REASON, 'noReason');
    const edited = await editedTariff(context, fields);
    refuseWhileWaiting(edited);
    const change = announcedChange(edited, { from: Date.parse(from), now });
    if (!(await needsSecondPerson(trx))) return withdraw(context, { id, edited, change });
    const { name: by, account = null } = actor.who;
    const request: TariffChange = { ...change, reason, by, account, at: now.getTime(), isWithdrawal: true };
    await requestApproval(context, { id, edited, change: request });
    return {
      ...NO_MONEY,
      does: 'request-price',
      button: text('request.button'),
      steps: [step('request.waits'), step('withdraw.then')],
      waits: true,
      facts: factsOf(change),
      lines: [
        `Nothing has changed yet. A second person must approve the withdrawal of the change from ${minute(new Date(change.from))}:`,
        `npm run operator -- confirm-price ${id} --reason "…" --who "…"`,
      ],
    };
  },
});

interface WithdrawalOptions {
  id: string;
  edited: EditedTariff;
  change: TariffChange;
}

/**
 * Withdraws a change, in the transaction of the action.
 * @throws ActRefused if the change has started, or is no longer announced
 */
export async function withdraw(
  { trx, now }: ActContext,
  { id, edited, change: { from, version } }: WithdrawalOptions,
): Promise<ActEffects> {
  const { changes } = edited.state;
  const change = announcedChange(edited, { from, now });
  if (change.version !== version)
    throw refuse('The prices have changed since the request. Reject the change and request it again.', 'otherBase');
  await removeConsolePeriod(trx, id, change);
  await putTariffChanges(trx, id, { ...changes, waiting: null, done: changes.done.filter(each => each !== change) });
  await emitPrice(trx, id, { ...change, isWithdrawn: true });
  publishAfterCommit(trx, CATALOGUE);
  return {
    ...NO_MONEY,
    button: text('withdraw.button'),
    steps: [step('withdraw.nothing')],
    facts: factsOf(change),
    lines: [`${id}: the change from ${minute(new Date(from))} is withdrawn.`],
  };
}

/**
 * Finds the change by staff that starts at a time.
 * @throws ActRefused if there is none, or if it has started
 */
function announcedChange({ state }: EditedTariff, { from, now }: { from: number; now: Date }): TariffChange {
  const change = state.changes.done.find(each => each.from === from);
  if (!change) throw refuse('Staff have announced no change of this tariff for that time.', 'noChange');
  if (change.from <= now.getTime())
    throw refuse('This price already applies. Change it from a later time on instead.', 'started');
  return change;
}

const factsOf = ({ version, from }: TariffChange) => ({ version, from: iso(new Date(from)) });
