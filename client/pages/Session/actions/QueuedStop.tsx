import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { RichText, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import type { QueuedStopProps } from '../live/viewProps.ts';

/**
 * Replaces the stop button while a stop request waits for a connection. Says what happens meanwhile, and how to stop at the
 * station.
 */
export function QueuedStop({ requestedAt, isBack, onCancel }: QueuedStopProps) {
  const { t } = useTranslation();
  const { supportPhone } = useVisit().client;
  const call = (phone: string) => (supportPhone ? <a href={telephone(supportPhone)}>{phone}</a> : phone);
  return (
    <>
      <Box>
        {isBack ? <Spinner /> : <Icon name="wifi-off" />}
        <div>
          <b>{t(isBack ? 'offline.stop.back' : 'offline.stop.kept')}</b>
          <Small as="span">{isBack ? t('offline.stop.back.text', { time: requestedAt }) : t('offline.stop.kept.text')}</Small>
        </div>
        {!isBack && (
          <Button $variant="quiet" type="button" onClick={onCancel}>
            {t('offline.stop.takeBack')}
          </Button>
        )}
      </Box>
      {!isBack && (
        <Small>
          {supportPhone ? (
            <RichText text={t('offline.stop.now', { phone: printedPhone(supportPhone) })} tags={{ call }} />
          ) : (
            t('offline.stop.nowAtVehicle')
          )}
        </Small>
      )}
    </>
  );
}

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s3);
  padding: var(--s3) var(--s4);
  border: 2px solid var(--ink);
  border-radius: var(--radius);
  > svg {
    width: 1.5rem;
    height: 1.5rem;
    margin-top: 0.1rem;
  }
  b,
  span {
    display: block;
  }
  > button {
    grid-column: 1 / -1;
    margin-top: var(--s3);
  }
  & + p {
    margin-top: var(--s2);
  }
`;
