import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../components/control/Button.tsx';
import { ErrorLine } from '../../components/control/Field.styles.ts';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { Small } from '../../components/text/Text.tsx';
import { useScanner } from './useScanner.ts';

/** Scans the QR code of a charging point with the camera. Renders nothing if the device has no camera. */
export function ScanButton() {
  const { t } = useTranslation();
  const { canScan, state, video, start, stop } = useScanner();
  if (!canScan) return null;
  const isOn = state === 'on';
  const isActive = isOn || state === 'starting';
  return (
    <Stack $gap={3}>
      {isOn && <Small role="status">{t('home.scan.hint')}</Small>}
      {isOn && <Picture ref={video} autoPlay muted playsInline aria-hidden="true" />}
      {(state === 'denied' || state === 'failed') && (
        <ErrorLine role="alert">
          <Icon name="circle-alert" />
          <span>{t(state === 'denied' ? 'home.scan.denied' : 'home.scan.failed')}</span>
        </ErrorLine>
      )}
      <Button type="button" onClick={() => (isActive ? stop() : void start())}>
        <Icon name={isActive ? 'x' : 'qr-code'} />
        {t(isActive ? 'home.scan.stop' : 'home.scan')}
      </Button>
    </Stack>
  );
}

const Picture = styled.video`
  display: block;
  width: 100%;
  aspect-ratio: 4 / 3;
  object-fit: cover;
  border-radius: var(--radius-lg);
  background: #000;
`;
