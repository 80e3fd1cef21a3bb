import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { documentWords } from '../../core/receiptFiles.ts';
import { Note } from '../feedback/Note.tsx';

/** Says that the invoice will follow, and why it is not ready. Renders nothing if it is ready or will never exist. */
export function InvoiceNotYet({ receipt }: { receipt: Receipt }) {
  const { invoice, waitsFor } = receipt;
  const { t } = useTranslation();
  if (invoice !== 'not-yet') return null;
  return (
    <Note variant="info" icon="clock">
      <p>{t(documentWords(receipt).notYet)}</p>
      {waitsFor && <p>{t(`receipt.when.${waitsFor}`)}</p>}
    </Note>
  );
}
