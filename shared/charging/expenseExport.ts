import type { Currency, Money } from '../model/money.ts';
import type { Receipt, ReceiptDocument } from './receipt.ts';

/** So many sessions are handed in at once. */
export const MAX_EXPORTED_RECEIPTS = 20;

/**
 * The documents of a session that are handed in, in the order of issue: where another document stands in for the first one,
 * neither that nor the credit note that took it back. What is left comes to the same amount.
 */
export function documentsToExport(documents: readonly ReceiptDocument[]): ReceiptDocument[] {
  const counting = documents.findLast(({ kind }) => kind !== 'credit-note');
  const replaced = new Set(
    documents.filter(document => document.isCancelled && document !== counting).map(({ number }) => number),
  );
  return documents.filter(({ number, cancels }) => !replaced.has(number) && (cancels === null || !replaced.has(cancels)));
}

/** The one document that a driver wants first: the newest that holds, else what was issued last. */
export const validDocument = (documents: readonly ReceiptDocument[]): ReceiptDocument | null =>
  documents.findLast(({ kind, isCancelled }) => kind !== 'credit-note' && !isCancelled) ?? documents.at(-1) ?? null;

/** Whether a session has something to hand in, and all of it is there. */
export const canExport = ({ documents }: Pick<Receipt, 'documents'>): boolean => {
  const handedIn = documentsToExport(documents);
  return handedIn.length > 0 && handedIn.every(({ state }) => state === 'ready');
};

/** What documents come to, in each of their currencies. */
export function sumOfDocuments(receipts: readonly Pick<Receipt, 'documents' | 'currency'>[]): Money[] {
  return sumOf(
    receipts.flatMap(({ documents, currency }) =>
      documentsToExport(documents).map(({ amounts }) => ({ amountMinor: amounts.grossMinor, currency })),
    ),
  );
}

/** Each currency once, in the order of their coming. */
export function sumOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, number>();
  for (const { amountMinor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency }));
}
