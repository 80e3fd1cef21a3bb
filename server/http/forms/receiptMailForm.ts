import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { parseRequest } from '../request/input.ts';
import type { Outcome, Submission } from './submission.ts';

/** Sends a receipt from the page of the session, which shows the result. */
export async function submitReceiptMail({ dependencies, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  await send(dependencies, sessionId);
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

/** Sends a receipt from the search results, where a token identifies the receipt. */
export async function submitFoundMail({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '' } = params;
  await send(dependencies, values.receipt ?? '');
  return { redirect: pathTo('results', { locale: visitor.locale, clientId }) };
}

/** If the receipt can no longer be sent, the page has changed since the button was displayed. The new page shows the reason. */
async function send({ backend }: Submission['dependencies'], receipt: string): Promise<void> {
  try {
    await backend.sendReceipt(parseRequest('sendReceipt', { receipt }));
  } catch (error) {
    const isExpected = error instanceof Problem && (error.code === 'too-many' || error.code === 'not-offered');
    if (!isExpected) throw error;
  }
}
