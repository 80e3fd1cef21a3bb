import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../shared/charging/receipt.ts';
import { documentWords } from '../core/receiptFiles.ts';
import { useDownload } from './useDownload.ts';

/** Returns download functions for the documents of a receipt, with the texts of their toasts. */
export function useReceiptDownloads(receipt: Pick<Receipt, 'companyInvoice'>) {
  const { t } = useTranslation();
  const { notYet, downloadFailed } = documentWords(receipt);
  const invoice = useDownload({
    started: { variant: 'success', headline: t('receipt.downloadStarted') },
    notYet: { variant: 'warning', headline: t(notYet) },
    failed: { variant: 'error', headline: t('receipt.downloadFailed'), description: t(downloadFailed) },
  });
  const calibration = useDownload({
    started: { variant: 'success', headline: t('calibration.success'), description: t('calibration.success.text') },
    notYet: { variant: 'warning', headline: t('calibration.notYet') },
    failed: { variant: 'error', headline: t('calibration.failed') },
  });
  return { invoice, calibration };
}
