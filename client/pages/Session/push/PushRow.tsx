import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { TextButton } from '../../../components/control/Button.tsx';
import { LiveStatus } from '../../../components/feedback/LiveStatus.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePush } from './usePush.ts';

/**
 * A switch for a push message at the end of charging. It needs JavaScript and a browser with push support. The browser asks for
 * permission only after a tap.
 */
export function PushRow({ sessionId }: { sessionId: string | null }) {
  const { t } = useTranslation();
  const push = usePush(sessionId);
  if (!push) return null;
  const { isOn, trouble, toggle } = push;
  const words = trouble ? t(`push.${trouble}`) : t(isOn ? 'push.isOn' : 'push.what');
  return (
    <Row>
      <p>
        <Icon name="bell" size="sm" />
        <b>{t('push.label')}</b>
      </p>
      <TextButton type="button" onClick={toggle} aria-describedby="push-words">
        {t(isOn ? 'push.off' : 'push.on')}
      </TextButton>
      <Small id="push-words">{words}</Small>
      {/**
       * The live region exists from the start and is separate from the visible text, so that screen readers announce only
       * changes.
       */}
      <LiveStatus>{trouble || isOn ? words : ''}</LiveStatus>
    </Row>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  column-gap: var(--s4);
  padding-block: var(--s2) var(--s3);
  border-top: 1px solid var(--line);
  > p:first-child {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  > p:last-of-type {
    grid-column: 1 / -1;
  }
  @media print {
    display: none;
  }
`;
