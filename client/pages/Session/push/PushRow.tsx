import { useTranslation } from 'react-i18next';
import { ActRow } from '../../../components/control/ActRows.ts';
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
  const words = trouble ? t(`push.${trouble}`) : t('push.isOn');
  return (
    <ActRow role="group" aria-labelledby="push-label">
      <Icon name="bell" />
      <p id="push-label">{t('push.label')}</p>
      <button type="button" onClick={toggle} aria-describedby={trouble || isOn ? 'push-words' : undefined}>
        {t(isOn ? 'push.off' : 'push.on')}
      </button>
      {(trouble || isOn) && <Small id="push-words">{words}</Small>}
      {/**
       * The live region exists from the start and is separate from the visible text, so that screen readers announce only
       * changes.
       */}
      <LiveStatus>{trouble || isOn ? words : ''}</LiveStatus>
    </ActRow>
  );
}
