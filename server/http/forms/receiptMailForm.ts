import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { parseRequest } from '../request/input.ts';
import type { Outcome, Submission } from './submission.ts';

/** From the session's own page, which shows the result. */
export async function submitReceiptMail({ dependencies, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  await send(dependencies, sessionId);
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

/** From the results of a search, which know a receipt by its token. */
export async function submitFoundMail({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '' } = params;
  await send(dependencies, values.receipt ?? '');
  return { redirect: pathTo('results', { locale: visitor.locale, clientId }) };
}

/** Where it can no longer be sent, the page has changed since the button was shown, and tells so itself. */
async function send({ backend }: Submission['dependencies'], receipt: string): Promise<void> {
  try {
    await backend.sendReceipt(parseRequest('sendReceipt', { receipt }));
  } catch (error) {
    const isExpected = error instanceof Problem && (error.code === 'too-many' || error.code === 'not-offered');
    if (!isExpected) throw error;
  }
}
