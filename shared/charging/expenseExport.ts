import type { Currency, Money } from '../model/money.ts';
import type { Receipt, ReceiptDocument } from './receipt.ts';

/** Maximum number of sessions in one expense export. */
export const MAX_EXPORTED_RECEIPTS = 20;

/**
 * Returns the documents of a session that count for an expense claim, in order of issue. If a later invoice replaces a cancelled
 * document, that document and its credit note are left out. The sum stays the same.
 */
export function documentsToExport(documents: readonly ReceiptDocument[]): ReceiptDocument[] {
  const counting = documents.findLast(({ kind }) => kind !== 'credit-note');
  const replaced = new Set(
    documents.filter(document => document.isCancelled && document !== counting).map(({ number }) => number),
  );
  return documents.filter(({ number, cancels }) => !replaced.has(number) && (cancels === null || !replaced.has(cancels)));
}

/**
 * Returns the document that is shown first: the newest valid document, or the newest one if all are cancelled. Null: there are
 * no documents.
 */
export const validDocument = (documents: readonly ReceiptDocument[]): ReceiptDocument | null =>
  documents.findLast(({ kind, isCancelled }) => kind !== 'credit-note' && !isCancelled) ?? documents.at(-1) ?? null;

/** Returns true if the session has documents to export and all of them are ready. */
export const canExport = ({ documents }: Pick<Receipt, 'documents'>): boolean => {
  const handedIn = documentsToExport(documents);
  return handedIn.length > 0 && handedIn.every(({ state }) => state === 'ready');
};

/** Sums up the gross amounts of the documents to export, one sum per currency, in minor units. */
export function sumOfDocuments(receipts: readonly Pick<Receipt, 'documents' | 'currency'>[]): Money[] {
  return sumOf(
    receipts.flatMap(({ documents, currency }) =>
      documentsToExport(documents).map(({ amounts }) => ({ amountMinor: amounts.grossMinor, currency })),
    ),
  );
}

/** Sums up amounts, one sum per currency, in the order in which the currencies first appear. */
export function sumOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, number>();
  for (const { amountMinor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency }));
}
