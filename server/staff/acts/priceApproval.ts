import Joi from 'joi';
import { raiseAlert, settleAlert } from '../../runtime/alerts.ts';
import { identityOf, isSamePerson } from '../../shop/payments/samePerson.ts';
import { putTariffChanges, type TariffChange } from '../../store/shop/tariffChanges.ts';
import type { ActContext } from './act.ts';
import { field } from './fields.ts';
import { type EditedTariff, refuse } from './priceChange.ts';

const WAITS = 'a price change waits for a second person';

export const TARIFF = field('<tariff>', Joi.string().required(), 'Missing tariff. `prices` lists the tariffs.');
export const REVISION = field('[--revision <revision>]', Joi.string().empty(''));

/** @throws ActRefused if another change of the tariff awaits approval */
export function refuseWhileWaiting({ state }: EditedTariff): void {
  if (state.changes.waiting)
    throw refuse('Another change of this tariff awaits approval. Approve or reject that change first.', 'waits');
}

/** Stores a change that takes effect when a second person approves, and raises the alert. */
export async function requestApproval(
  { trx, now }: ActContext,
  { id, edited, change }: { id: string; edited: EditedTariff; change: TariffChange },
): Promise<void> {
  await putTariffChanges(trx, id, { ...edited.state.changes, waiting: change });
  await raiseAlert(trx, { at: now, subjectId: id, why: WAITS, facts: { reason: `${change.by}: ${change.reason}` } });
}

/** @throws ActRefused if the person who requested a change approves that change */
export function refuseOwnRequest({ actor }: ActContext, { by: name, account }: TariffChange): void {
  if (isSamePerson(identityOf(actor.who), { name, account }))
    throw refuse(`${name} requested this change. Another person must approve it.`, 'notYourself');
}

/** Closes the alert of a change that awaited approval. */
export const settleRequest = ({ trx, actor, now }: ActContext, id: string, state: 'confirmed' | 'declined') =>
  settleAlert(trx, { subjectId: id, why: WAITS, reason: `${state} by ${actor.who.name}`, now });
