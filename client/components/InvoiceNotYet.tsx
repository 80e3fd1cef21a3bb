import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../shared/receipt.ts';
import { Note } from './Note.tsx';

/** That the invoice is still to come, and what it waits for. Nothing once it is there, or where none will be. */
export function InvoiceNotYet({ receipt: { invoice, waitsFor } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  if (invoice !== 'not-yet') return null;
  return (
    <Note look="info" icon="clock">
      <p>{t('receipt.notYet')}</p>
      {waitsFor && <p>{t(`receipt.when.${waitsFor}`)}</p>}
    </Note>
  );
}
