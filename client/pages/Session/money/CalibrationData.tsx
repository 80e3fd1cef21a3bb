import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { BillVerdict } from '../../../components/receipt/BillVerdict.tsx';
import { DownloadProblem } from '../../../components/receipt/DownloadProblem.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { calibrationAddress } from '../../../core/receiptFiles.ts';
import { useReceiptDownloads } from '../../../hooks/useReceiptDownloads.ts';

/**
 * The signed meter values, with which drivers can check the bill themselves (MessEV § 31), and the result of the app's own
 * check.
 */
export function CalibrationData({ receipt: found }: { receipt: Receipt }) {
  const { receipt, calibration, check } = found;
  const { t } = useTranslation();
  const headingId = useId();
  const download = useReceiptDownloads(found).calibration;
  if (calibration === 'none') return null;
  return (
    <Section aria-labelledby={headingId}>
      <h2 id={headingId}>{t(check ? 'check.title' : 'calibration.title')}</h2>
      <BillVerdict receipt={found}>
        <div>
          <Small>{t('calibration.text')}</Small>
          <DownloadProblem problem={download.problem} />
          {calibration === 'ready' ? (
            <TextLink href={calibrationAddress(receipt)} onClick={download.handleClick}>
              <Icon name="download" />
              {t('calibration.download')}
            </TextLink>
          ) : (
            <Small>{t('calibration.notYet')}</Small>
          )}
        </div>
      </BillVerdict>
    </Section>
  );
}
