import { canExport, documentsToExport, MAX_EXPORTED_RECEIPTS } from '../../../shared/charging/expenseExport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { isoDay } from '../../../shared/model/time.ts';
import { primeGenerator } from '../../../shared/util/within.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { parseRequest } from '../request/input.ts';
import { STATUS } from '../request/problems.ts';
import { zipOf } from '../request/zip.ts';
import { csvOf } from './expenseExportCsv.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/** Actions of the buttons below the search results. Each applies to the selected receipts. */
const ACTIONS: Readonly<Record<string, (submission: Submission, receipts: readonly string[]) => Promise<Outcome>>> = {
  zip: downloadZip,
  csv: downloadList,
  send: sendOn,
};

/** Handles the buttons below the search results. The token of each selected receipt is checked as for a single download. */
export async function submitExpenseExport(submission: Submission): Promise<Outcome> {
  const { values, visitor } = submission;
  const act = Object.hasOwn(ACTIONS, values.do ?? '') ? ACTIONS[values.do ?? ''] : undefined;
  const picks = Object.entries(values).filter(([name]) => /^pick\d{1,2}$/.test(name));
  const receipts = [...new Set(picks.map(([, receipt]) => parseRequest('getReceipt', { receipt }).receipt))];
  if (!act || receipts.length > MAX_EXPORTED_RECEIPTS) throw new Problem('bad-request');
  if (receipts.length > 0) return act(submission, receipts);
  const errors = { pick1: { key: 'results.none' } };
  return { again: visitor.path, form: { values, errors, problem: null }, status: STATUS['invalid-input'] };
}

async function downloadZip({ dependencies: { backend, clock } }: Submission, tokens: readonly string[]): Promise<Outcome> {
  const receipts = await loadReceipts(backend, tokens);
  const fileName = `receipts-${isoDay(clock.now().getTime())}.zip`;
  return {
    download: { fileName, contentType: 'application/zip', bytes: zipOf(await primeGenerator(filesOf(backend, receipts))) },
  };
}

async function* filesOf(backend: Backend, receipts: readonly Receipt[]) {
  for (const { receipt, documents } of receipts)
    for (const { number, issuedAt } of documentsToExport(documents))
      yield { file: await backend.getInvoice({ receipt, document: number }), at: new Date(issuedAt) };
}

async function downloadList({ dependencies, visitor: { locale } }: Submission, tokens: readonly string[]): Promise<Outcome> {
  const { backend, clock, texts } = dependencies;
  const receipts = await loadReceipts(backend, tokens);
  const translate = (key: string) => texts.t(key, { lng: locale });
  const bytes = Buffer.from(csvOf({ receipts, locale, translate }));
  const fileName = `receipts-${isoDay(clock.now().getTime())}.csv`;
  return { download: { fileName, contentType: 'text/csv; charset=utf-8', size: bytes.length, bytes: [bytes] } };
}

async function sendOn(
  { dependencies, visitor, params, values, address }: Submission,
  receipts: readonly string[],
): Promise<Outcome> {
  const { locale, path: again } = visitor;
  const { clientId = '' } = params;
  const { email = '', formToken = '' } = values;
  const { forward, formTokens } = dependencies;
  // The form token expires after a day. The form is then shown again with the typed values and a new token.
  if (!formTokens.isOurs(formToken, new Date())) return { again, form: { values, errors: {}, problem: null }, status: 200 };
  try {
    await forward({ receipts, email, locale, formToken }, address);
    return { redirect: `${pathTo('results', { locale, clientId })}?sent` };
  } catch (error) {
    return redisplayForm(error, { again, values });
  }
}

/**
 * Loads every receipt before the first byte of the file is sent, so that a problem leads to an error page and not to an
 * incomplete file.
 * @throws Problem 'link-expired', 'no-receipt', 'invoice-not-ready', 'receipt-not-ready'
 */
async function loadReceipts(backend: Backend, tokens: readonly string[]): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const receipt of tokens) receipts.push(await backend.getReceipt({ receipt }));
  const notReady = receipts.find(receipt => !canExport(receipt));
  if (notReady) throw new Problem(notReady.companyInvoice === 'receipt-only' ? 'receipt-not-ready' : 'invoice-not-ready');
  return [...new Map(receipts.map(receipt => [receipt.documents[0]?.number, receipt])).values()];
}
