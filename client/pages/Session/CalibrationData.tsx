import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../shared/receipt.ts';
import { TextLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Small } from '../../components/Text.tsx';
import { calibrationAddress } from './receiptFiles.ts';
import { OnScreen } from './Session.styles.ts';

/** Signed meter values, so that anybody can check the bill (MessEV § 31). */
export function CalibrationData({ receipt: { receipt, calibration } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const headingId = useId();
  if (calibration === 'none') return null;
  return (
    <OnScreen aria-labelledby={headingId}>
      <h2 id={headingId}>{t('calibration.title')}</h2>
      <Small>{t('calibration.text')}</Small>
      {calibration === 'ready' ? (
        <TextLink href={calibrationAddress(receipt)}>
          <Icon name="download" />
          {t('calibration.download')}
        </TextLink>
      ) : (
        <Small>{t('calibration.notYet')}</Small>
      )}
    </OnScreen>
  );
}
