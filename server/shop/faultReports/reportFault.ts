import { createHash } from 'node:crypto';
import { isFaultKind, MAX_FAULT_WORDS, type ReportFaultRequest } from '../../../shared/charging/faultReport.ts';
import { emailError } from '../../../shared/forms/contact.ts';
import { type FieldErrors, Problem } from '../../../shared/model/problem.ts';
import { raiseAlertOnce } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { addFaultReport } from '../../store/shop/faultReports.ts';
import { getSelling } from '../catalogue/offers.ts';
import { sealedAddress } from './driverAddress.ts';

/**
 * Stores a driver's report about a charging point and raises one alert per point. The state of the point does not change: a
 * person decides. The photo is drawn again before the transaction begins.
 * @throws Problem 'invalid-input', 'no-client', 'no-charging-point', 'too-many' if too many photos are being read
 */
export async function reportFault(context: OperatorContext, request: ReportFaultRequest): Promise<void> {
  const { store, clock } = context;
  const { clientId, kind, locale } = request;
  const [email, words] = [request.email.trim(), request.words.replace(CONTROLS, '').trim()];
  const { point } = await getSelling(context, request);
  const fields = faultsIn(request);
  if (!isFaultKind(kind) || Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  const photo = request.photo && (await drawnAgain(context, request.photo));
  const { evseId } = point;
  const connector = point.connectors.some(({ id }) => id === request.connector) ? request.connector : null;
  const now = clock.now();
  const report = {
    ...{ id: idOf(request), clientId, evseId, connector, kind, words, locale, receivedAt: now },
    ...{ sealedEmail: email === '' ? '' : sealedAddress(email, context), hasPhoto: photo !== null },
    ...{ closedAt: null, outcome: null, answers: [] },
  };
  const isNew = await store.inTransaction(async trx => {
    if (!(await addFaultReport(trx, report, photo))) return false;
    await raiseAlertOnce(trx, { at: now, subjectId: evseId, why: 'drivers report a fault', occasion: now.getTime() });
    return true;
  });
  if (isNew) context.logEvent('fault reported', { evse: evseId, kind, photo: photo !== null });
}

/** Control characters except line feed and tab. PostgreSQL stores no U+0000. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

function faultsIn({ kind, words, email }: ReportFaultRequest): FieldErrors {
  const emailFault = emailError(email.trim(), { isRequired: false });
  return {
    ...(isFaultKind(kind) ? {} : { kind: { key: 'fault.error.kind' } }),
    ...(words.trim().length > MAX_FAULT_WORDS ? { words: { key: 'fault.error.words', values: { max: MAX_FAULT_WORDS } } } : {}),
    ...(emailFault ? { email: emailFault } : {}),
  };
}

/** How long a driver waits before the form is sent again, if too many photos are being read. */
const RETRY_AFTER_S = 30;

async function drawnAgain({ redrawPhoto }: OperatorContext, photo: Uint8Array): Promise<Uint8Array> {
  if (!redrawPhoto) throw new Problem('not-offered');
  const drawn = await redrawPhoto(photo).catch((cause: unknown) => {
    throw new Problem('too-many', { retryAfterS: RETRY_AFTER_S, cause });
  });
  if (!drawn) throw new Problem('invalid-input', { fields: { photo: { key: 'fault.error.photo' } } });
  return drawn;
}

/** Returns the id of a report. A form that is submitted twice has the same id. After a change, it has another one. */
function idOf({ formToken, kind, connector, words, email, photo }: ReportFaultRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([formToken, kind, connector, words.trim(), email.trim()]));
  return hash
    .update(photo ?? '')
    .digest('base64url')
    .slice(0, 22);
}
