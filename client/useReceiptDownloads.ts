import { useTranslation } from 'react-i18next';
import { useDownload } from './useDownload.ts';

/** The documents of a receipt, in the words of the error catalogue. */
export function useReceiptDownloads() {
  const { t } = useTranslation();
  const invoice = useDownload({
    started: { variant: 'success', headline: t('receipt.downloadStarted') },
    notYet: { variant: 'warning', headline: t('receipt.notYet') },
    failed: { variant: 'error', headline: t('receipt.downloadFailed'), description: t('receipt.downloadFailed.text') },
  });
  const calibration = useDownload({
    started: { variant: 'success', headline: t('calibration.success'), description: t('calibration.success.text') },
    notYet: { variant: 'warning', headline: t('calibration.notYet') },
    failed: { variant: 'error', headline: t('calibration.failed') },
  });
  return { invoice, calibration };
}
