import { type FreeNoticeRequest, NOTICE_LIFETIME_MS, type StoredNotice } from '../../../shared/charging/freeNotice.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import { emailError } from '../../../shared/forms/contact.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { signature } from '../../platform/sealed.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findOffer } from '../catalogue/offers.ts';
import { plugKey, sealedRecipient, type WaitingNotice, waitingNotices } from './waitingNotices.ts';

/**
 * Stores a driver's request for one message when a plug becomes free. A repeated request for the same plug and recipient changes
 * nothing.
 * @throws Problem 'invalid-input', 'not-offered' if push is not configured, 'bad-request' for an unknown push service,
 * 'no-charging-point', 'not-now' if the plug is free already, 'too-many'
 */
export async function requestFreeNotice(context: OperatorContext, request: FreeNoticeRequest): Promise<StoredNotice> {
  const { push, store, clock, secret } = context;
  const { clientId, evseId, connector, locale, device } = request;
  const email = request.email.trim();
  const fault = device ? null : emailError(email, { isRequired: true });
  if (fault) throw new Problem('invalid-input', { fields: { email: fault } });
  if (device && !push) throw new Problem('not-offered');
  if (device && !push?.accepts(device)) throw new Problem('bad-request');
  const { offer } = await findOffer(context, { clientId, evseId, connector });
  if (!offer) throw new Problem('no-charging-point');
  if (canChoose(offer.plug.state)) throw new Problem('not-now');
  const notice: WaitingNotice = {
    clientId,
    evseId: offer.point.evseId,
    connector,
    recipient: sealedRecipient({ email: device ? '' : email, device }, context),
    locale,
    requestedAt: clock.now().getTime(),
  };
  // A keyed hash, so that the key does not reveal the address, and the same recipient is found again.
  const whose = signature(device?.endpoint ?? email.toLowerCase(), { secret, purpose: 'recipient of a notice' });
  const requestedAt = await store.inTransaction(async trx => {
    const notices = waitingNotices(trx);
    const keys = await notices.listKeys(plugKey(notice));
    const known = keys.find(key => key.includes(`/${whose}.`));
    if (known) return Number(known.slice(known.lastIndexOf('.') + 1));
    if (keys.length >= LIMITS.noticesPerPlug) throw new Problem('too-many');
    await notices.put(`${plugKey(notice)}${whose}.${notice.requestedAt}`, notice);
    return notice.requestedAt;
  });
  context.logEvent('notice of a free plug requested', { evse: notice.evseId });
  return { until: new Date(requestedAt + NOTICE_LIFETIME_MS).toISOString() };
}
