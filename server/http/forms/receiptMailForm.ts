import { pathTo } from '../../../shared/paths.ts';
import { Problem } from '../../../shared/problem.ts';
import { readAsk } from '../input.ts';
import type { Outcome, Submission } from './submission.ts';

/** From the session's own page. How it stands afterwards is shown there. */
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

/** What cannot be sent, or not any more, is told by the page: it has changed since the button was shown. */
async function send({ backend }: Submission['dependencies'], receipt: string): Promise<void> {
  try {
    await backend.sendReceipt(readAsk('sendReceipt', { receipt }));
  } catch (error) {
    const isTold = error instanceof Problem && (error.code === 'too-many' || error.code === 'not-offered');
    if (!isTold) throw error;
  }
}
