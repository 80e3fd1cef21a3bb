import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { parseRequest } from '../request/input.ts';
import type { Outcome, Submission } from './submission.ts';

/** Sends a receipt by e-mail, requested on the session page, which then shows the result. */
export async function submitReceiptMail({ dependencies, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  await send(dependencies, sessionId);
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

/** Sends a receipt by e-mail, requested in the search results. A token identifies the receipt. */
export async function submitFoundMail({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '' } = params;
  await send(dependencies, values.receipt ?? '');
  return { redirect: pathTo('results', { locale: visitor.locale, clientId }) };
}

/** Sends a receipt by e-mail. If it can no longer be sent, the error is ignored: the page that is shown next gives the reason. */
async function send({ backend }: Submission['dependencies'], receipt: string): Promise<void> {
  try {
    await backend.sendReceipt(parseRequest('sendReceipt', { receipt }));
  } catch (error) {
    const isExpected = error instanceof Problem && (error.code === 'too-many' || error.code === 'not-offered');
    if (!isExpected) throw error;
  }
}
