import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../components/control/Button.tsx';
import { ErrorLine } from '../../components/control/Field.styles.ts';
import { TabTitle } from '../../components/layout/PageHead.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Finder } from './Finder.tsx';
import type { useScanner } from './useScanner.ts';

interface HeroProps {
  scanner: ReturnType<typeof useScanner>;
  hasErrors: boolean;
}

/**
 * The heading of the start page with the scanner for QR codes. On a device without a camera, and before hydration, a sentence
 * takes the place of the button, so that the page does not move.
 */
export function Hero({ scanner, hasErrors }: HeroProps) {
  const { t } = useTranslation();
  const { canScan, state, video, start, stop } = scanner;
  const isOn = state === 'on';
  const isActive = isOn || state === 'starting';
  return (
    <Box>
      <TabTitle title={t('home.title')} hasErrors={hasErrors} />
      <div>
        <h1 tabIndex={-1}>{t('home.title')}</h1>
        <p>{t('home.lead')}</p>
      </div>
      <Finder video={isOn ? video : null} />
      <Act>
        {isOn && <p role="status">{t('home.scan.hint')}</p>}
        {(state === 'denied' || state === 'failed') && (
          <ErrorLine role="alert">
            <Icon name="circle-alert" />
            <span>{t(state === 'denied' ? 'home.scan.denied' : 'home.scan.failed')}</span>
          </ErrorLine>
        )}
        {canScan ? (
          <Button $variant="primary" type="button" onClick={() => (isActive ? stop() : void start())}>
            <Icon name={isActive ? 'x' : 'scan-qr-code'} />
            {t(isActive ? 'home.scan.stop' : 'home.scan')}
          </Button>
        ) : (
          <p>{t('home.scan.phone')}</p>
        )}
      </Act>
    </Box>
  );
}

const Act = styled.div`
  display: grid;
  align-content: center;
  gap: var(--s3);
  min-height: max(56px, 3.25rem);
  > p {
    text-wrap: balance;
  }
`;

const Box = styled.section`
  padding: var(--s5) var(--s4) var(--s4);
  border-radius: 16px;
  background: var(--paper);
  text-align: center;
  h1 {
    font-size: clamp(1.6rem, 1.1rem + 3vw, 2.2rem);
  }
  h1 + p {
    margin-top: 0.35rem;
    color: var(--ink-2);
    text-wrap: balance;
  }
  @media (min-width: 66em) {
    display: grid;
    grid-template: 1fr auto auto 1fr / minmax(0, 1fr) 13rem;
    gap: var(--s4) var(--s5);
    min-height: 21rem;
    padding: var(--s6);
    text-align: left;
    > :first-child {
      grid-row: 2;
    }
    > :nth-child(2) {
      grid-area: 1 / 2 / -1;
      align-self: center;
      width: 13rem;
      margin: 0;
    }
    > :last-child {
      grid-row: 3;
      justify-items: start;
      align-content: start;
    }
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;
