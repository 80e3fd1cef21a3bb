import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Note } from '../../components/feedback/Note.tsx';
import { PointForm } from '../../components/form/PointForm.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import type { IconName } from '../../components/text/Icon.tsx';

export interface StationCodeData {
  kind: 'old' | 'wrong' | 'unchecked';
  /** Age of an old QR code in minutes. 0: the QR code is invalid for another reason. */
  minutes: number;
}

const KIND_STYLES: Readonly<Record<StationCodeData['kind'], { variant: 'info' | 'warning' | 'error'; icon: IconName }>> = {
  old: { variant: 'info', icon: 'clock' },
  wrong: { variant: 'error', icon: 'triangle-alert' },
  unchecked: { variant: 'warning', icon: 'info' },
};

/**
 * Says why the QR code of a station's screen is not valid, and how to continue without it. The text does not accuse the driver.
 */
export function StationCode({ data: { kind, minutes } }: { data: StationCodeData }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t(`code.${kind}.title`, { count: minutes })} />
      <Words>
        <Note {...KIND_STYLES[kind]} role="status">
          <p>
            <b>{t(`code.${kind}.text`)}</b>
          </p>
          <p>{t('code.nothingCharged')}</p>
        </Note>
        <p>{t('code.why')}</p>
      </Words>
      <PointForm variant={kind === 'old' ? 'plain' : 'primary'} />
    </>
  );
}

const Words = styled.div`
  padding-bottom: var(--s6);
  > * + * {
    margin-top: var(--s4);
  }
`;
