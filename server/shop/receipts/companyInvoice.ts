import { LIMITS } from '../../../shared/charging/limits.ts';
import type { CompanyInvoiceState } from '../../../shared/charging/receipt.ts';
import { companyErrors, tidyCompany } from '../../../shared/forms/company.ts';
import type { CompanyForm } from '../../../shared/forms/companyFields.ts';
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import type { VatVerdict } from '../../core/ports/ports.ts';
import type { DocumentCustomer } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { countAudit, writeAudit } from '../../store/jobs/audit.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { findDocumentOf, listDocuments } from '../../store/shop/documents.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { findPayment } from '../../store/shop/payments.ts';
import { findSession, type SessionRecord, updateSession } from '../../store/shop/sessions.ts';
import { createCancellation, createReplacement } from '../documents/corrections.ts';
import { issue } from '../documents/numbering.ts';
import { openReceipt } from './openReceipt.ts';
import { companyInvoiceState, invoiceState, kindToIssue } from './receiptDocuments.ts';

/** How long the driver's request waits for the PDF files to be drawn. */
const DRAWN_WITHIN_MS = 1500;

const REFUSALS: Readonly<Record<Exclude<CompanyInvoiceState, 'offered'>, ProblemCode>> = {
  made: 'invoice-replaced',
  'not-yet': 'invoice-not-ready',
  'receipt-only': 'not-offered',
  refunded: 'not-offered',
  none: 'not-offered',
};

/**
 * Issues a company invoice for a session that already has an invoice, once per session. In one transaction, a credit note
 * cancels the existing invoice, and the new invoice has the same content with another buyer.
 * @throws Problem 'invalid-input', 'invoice-replaced', 'invoice-not-ready', 'not-offered', 'not-now', 'no-receipt',
 * 'link-expired'
 */
export async function requestCompanyInvoice(
  context: OperatorContext,
  { receipt, company }: { receipt: string; company: CompanyForm },
): Promise<void> {
  const { id } = await openReceipt(context, receipt);
  await refuseUnlessOffered(context.store.db, id);
  const fields = companyErrors(company);
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  const tidy = tidyCompany(company);
  const vat = await checkVatId(context, id, tidy);
  const now = context.clock.now();
  const isMade = await context.store.inTransaction(async trx => {
    const session = await refuseUnlessOffered(trx, id);
    // Of two concurrent requests, only one can update the session's version, in PostgreSQL and in SQLite.
    if (!(await updateSession(trx, session, {}))) return false;
    await replace(trx, { session, customer: customerOf(tidy), now });
    await writeAudit(trx, { at: now, subjectId: id, what: 'company invoice', facts: { vat } });
    return true;
  });
  if (!isMade) {
    await refuseUnlessOffered(context.store.db, id);
    throw new Problem('not-now');
  }
  context.logEvent('company invoice issued', { session: id, vat });
  context.sessionNotifier.notify(id);
  await context.idle(DRAWN_WITHIN_MS);
}

async function refuseUnlessOffered(db: Db, sessionId: string): Promise<SessionRecord> {
  const session = await findSession(db, sessionId);
  if (!session) throw new Problem('no-receipt');
  const order = await findOrder(db, session.orderId);
  const payment = order?.paymentId ? await findPayment(db, order.paymentId) : null;
  const rows = await listDocuments(db, sessionId);
  const kind = await kindToIssue(db, session);
  const state = companyInvoiceState({ rows, invoice: invoiceState(session, payment, rows), kind });
  if (state !== 'offered') throw new Problem(REFUSALS[state]);
  return session;
}

const VAT_CHECKED = 'VAT ID looked up';

async function checkVatId(context: OperatorContext, sessionId: string, { vatId, country }: CompanyForm): Promise<VatVerdict> {
  if (vatId === '') return 'not-checked';
  await countVatCheck(context, sessionId);
  const verdict = await context.vatRegister.check({ vatId, country });
  if (verdict === 'unknown') throw new Problem('invalid-input', { fields: { vatId: { key: 'company.error.vatId' } } });
  return verdict;
}

/**
 * Counts a check of a VAT ID before the request to the VAT register, so that concurrent requests cannot exceed the limit.
 * Without the limit, anyone could use the app to guess VAT IDs.
 * @throws Problem 'invalid-input' when the limit is reached
 */
function countVatCheck({ store, clock }: OperatorContext, subjectId: string): Promise<void> {
  return store.inTransaction(async trx => {
    if ((await countAudit(trx, { subjectId, what: VAT_CHECKED })) >= LIMITS.vatChecksPerSession)
      throw new Problem('invalid-input', { fields: { vatId: { key: 'company.error.vatIdTooOften' } } });
    await writeAudit(trx, { at: clock.now(), subjectId, what: VAT_CHECKED });
  });
}

const customerOf = ({ companyName, ...address }: CompanyForm): DocumentCustomer => ({ name: companyName, address });

async function replace(trx: Trx, request: { session: SessionRecord; customer: DocumentCustomer; now: Date }): Promise<void> {
  const { session, customer, now } = request;
  const old = await findDocumentOf(trx, session.id);
  const client = await findClient(trx, session.clientId, { includesRemoved: true });
  if (!old || !client) throw new Error('Document or client of the session not found');
  const { content: document } = old;
  const series = { sessionId: session.id, prefix: client.numberPrefix, timeZone: document.timeZone, now };
  await issue(trx, {
    ...series,
    kind: 'credit-note',
    cancels: old,
    write: number => createCancellation(document, { number, issuedAt: now }),
  });
  await issue(trx, {
    ...series,
    kind: 'invoice',
    replaces: old,
    write: number => createReplacement(document, { number, issuedAt: now, customer }),
  });
}
