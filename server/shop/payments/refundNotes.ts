import type { Trx } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { findDocumentOf, type IssuedDocument, listDocuments } from '../../store/shop/documents.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { createRefundNote } from '../documents/corrections.ts';
import { issue } from '../documents/numbering.ts';

/**
 * Issues the credit note for a refund against the session's current document. `beforeMinor` is the sum that was refunded before,
 * in minor units. No note is issued if there is no document, or if only money that was captured beyond the document's total is
 * refunded.
 */
export async function issueRefundNote(
  trx: Trx,
  { session, amountMinor, beforeMinor, now }: { session: SessionRecord; amountMinor: number; beforeMinor: number; now: Date },
): Promise<void> {
  const row = await findDocumentOf(trx, session.id);
  if (!row) return;
  const client = await findClient(trx, session.clientId, { includesRemoved: true });
  if (!client) throw new Error('Client of the session not found');
  const { content: document } = row;
  const beyondMinor = Math.max(0, document.hold.chargedMinor - document.totalMinor);
  const creditedMinor = Math.max(0, beforeMinor + amountMinor - beyondMinor) - Math.max(0, beforeMinor - beyondMinor);
  if (creditedMinor === 0) return;
  const earlier = (await listDocuments(trx, session.id)).filter(({ cancelsId }) => cancelsId === row.id);
  const credited = earlier.flatMap(({ content }) => content.vat);
  await issue(trx, {
    sessionId: session.id,
    prefix: client.numberPrefix,
    kind: 'credit-note',
    timeZone: document.timeZone,
    now,
    cancels: row,
    write: number => createRefundNote(document, { number, issuedAt: now, refundedAt: now, amountMinor: creditedMinor, credited }),
  });
}

/**
 * Returns the e-mail that delivers a newly drawn document.
 * @returns null for a cancellation without a refund, which is not e-mailed
 */
export function emailOf({
  kind,
  replacesId,
  sequence,
  content,
}: Pick<IssuedDocument, 'kind' | 'replacesId' | 'sequence' | 'content'>) {
  if (replacesId !== null) return { kind: 'mail-company', n: sequence } as const;
  if (kind !== 'credit-note') return { kind: 'mail-receipt', n: 1 } as const;
  const isRefund = content.cancels?.refundedAt != null;
  return isRefund ? ({ kind: 'mail-refund', n: sequence } as const) : null;
}
