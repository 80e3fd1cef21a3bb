import type { FormState } from '../../../client/app/App.tsx';
import { fillPath, PATHS, pathTo } from '../../../shared/charging/paths.ts';
import { receiptSearchErrors } from '../../../shared/forms/receiptSearch.ts';
import { readSavedCompany, savedCompanyValues } from '../../../shared/forms/savedCompany.ts';
import { readSessionLink } from '../../../shared/forms/sessionLink.ts';
import { HOUR_MS, isoDay } from '../../../shared/model/time.ts';
import { foundReceipts, saveFoundReceipts } from '../pages/found.ts';
import { MAX_PASTED_LENGTH, parseRequest } from '../request/input.ts';
import { STATUS } from '../request/problems.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/** Searches receipts by the data on a bank statement, or by the link of a session. */
export async function submitSearch(submission: Submission): Promise<Outcome> {
  const { dependencies, visitor, params, values, response, address } = submission;
  if (values.link !== undefined) return submitLink(submission);
  const { clientId = '' } = params;
  const again = visitor.path;
  const { country = '', date = '', price = '', creditCard = '', evse = '' } = values;
  const errors = receiptSearchErrors({ country, date, price, creditCard }, { latestDate: latestDay(dependencies.clock.now()) });
  if (Object.keys(errors).length > 0) return { again, form: { values, errors, problem: null }, status: STATUS['invalid-input'] };
  try {
    const point = evse.trim() === '' ? {} : { evseId: evse.trim().slice(0, MAX_PASTED_LENGTH) };
    const searchQuery = parseRequest('findSessions', { clientId, country, date, price, lastDigits: creditCard.trim(), ...point });
    const found = await dependencies.search(searchQuery, address);
    if (found.length === 0) return { again, form: { values, errors: {}, problem: 'no-receipt' }, status: 200 };
    const searched = { date: searchQuery.date, creditCard: searchQuery.lastDigits };
    const newest = found.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)).map(({ receipt }) => receipt);
    // Earlier results stay in the list until their tokens expire, because drivers often collect several receipts for one expense
    // claim.
    const receipts = [...newest, ...foundReceipts(response.req)];
    saveFoundReceipts(response, { receipts, searched, path: '/', isSecure: dependencies.isSecure });
    const forwarded = { found: receipts, searched };
    const company = readSavedCompany(values);
    if (!company) return { redirect: pathTo('results', { locale: visitor.locale, clientId }), forward: forwarded };
    const [only, ...others] = newest;
    const chosen = others.length === 0 ? only : undefined;
    const shown = { status: 200, forward: forwarded };
    return chosen
      ? { again: fillPath(PATHS.companyInvoice, { clientId, receipt: chosen }), form: formOf({ ...company }), ...shown }
      : { again: fillPath(PATHS.results, { clientId }), form: formOf(savedCompanyValues(company)), ...shown };
  } catch (error) {
    return redisplayForm(error, { again, values });
  }
}

const formOf = (values: Submission['values']): FormState => ({ values, errors: {}, problem: null });

/**
 * Returns the latest local date in the countries where charging is offered. Their clocks are at most three hours ahead of UTC.
 */
const latestDay = (now: Date): string => isoDay(now.getTime() + 3 * HOUR_MS);

const LINK_PROBLEMS = { none: 'search.link.invalid', watch: 'search.link.watch', unknown: 'search.link.unknown' } as const;

/**
 * Redirects to the session or order whose link was pasted. Session links never change, and the session page shows the receipt.
 * Language and brand of the current page are kept.
 */
async function submitLink({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '' } = params;
  const link = readSessionLink(values.link ?? '');
  const fault = await faultOf(link);
  if (link?.kind === 'session' && !fault)
    return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId: link.sessionId }) };
  if (link?.kind === 'order' && !fault)
    return { redirect: pathTo('paymentReturn', { locale: visitor.locale, clientId, orderId: link.orderId }) };
  const errors = { link: { key: LINK_PROBLEMS[fault ?? 'none'] } };
  return { again: visitor.path, form: { values, errors, problem: null }, status: STATUS['invalid-input'] };

  async function faultOf(found: typeof link): Promise<keyof typeof LINK_PROBLEMS | null> {
    if (found === null) return 'none';
    if (found.kind === 'watch') return 'watch';
    const id = found.kind === 'session' ? found.sessionId : found.orderId;
    return (await dependencies.backend.knows({ id })) ? null : 'unknown';
  }
}
