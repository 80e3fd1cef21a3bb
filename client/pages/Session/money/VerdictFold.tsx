import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { Fold } from '../../../components/layout/Folds.tsx';
import { BillVerdict, SEALS } from '../../../components/receipt/BillVerdict.tsx';
import { DownloadProblem } from '../../../components/receipt/DownloadProblem.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { calibrationAddress } from '../../../core/receiptFiles.ts';
import { useReceiptDownloads } from '../../../hooks/useReceiptDownloads.ts';

/**
 * The result of the app's check of the bill, and the signed meter values, with which drivers can check the bill themselves (MessEV
 * § 31). Open if the check found a fault.
 */
export function VerdictFold({ receipt: found }: { receipt: Receipt }) {
  const { receipt, calibration, check } = found;
  const { t } = useTranslation();
  const download = useReceiptDownloads(found).calibration;
  if (calibration === 'none') return null;
  return (
    <Fold title={check ? <Verdict check={check} /> : t('calibration.title')} isOpen={check?.overall === 'problem'}>
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
    </Fold>
  );
}

function Verdict({ check }: { check: NonNullable<Receipt['check']> }) {
  const { t } = useTranslation();
  const { overall, meter } = check;
  return (
    <Line data-overall={overall}>
      <Icon name={SEALS[overall]} />
      <span>
        {overall === 'ok' ? t('check.verdict') : t(`check.result.${overall}`)}
        {overall === 'ok' && meter.id !== null && <small>{t('check.verdict.meter', { meter: meter.id })}</small>}
      </span>
    </Line>
  );
}

const Line = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s3);
  > svg {
    flex: none;
    color: var(--warning);
  }
  &[data-overall='ok'] > svg {
    color: var(--success);
  }
  &[data-overall='problem'] > svg {
    color: var(--error);
  }
  small {
    display: block;
    font-size: var(--t-sm);
    font-weight: 400;
    color: var(--ink-2);
    overflow-wrap: anywhere;
  }
  @media (max-width: 16em) {
    flex-wrap: wrap;
    > span {
      flex-basis: 100%;
    }
  }
`;
