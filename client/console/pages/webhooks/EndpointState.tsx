import type { WebhookLine } from '../../../../shared/console/webhooks.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';

/** The state of an endpoint, as an icon and words. */
export function EndpointState({ endpoint: { isOn, offWhy, failingSince } }: { endpoint: WebhookLine }) {
  const { t, dateTime } = useWords();
  if (!isOn)
    return (
      <span className="st st--off">
        <Icon name="circle-x" />
        <span>{t(offWhy === 'gone' ? 'webhooks.state.gone' : 'webhooks.state.off')}</span>
      </span>
    );
  return (
    <span className={`st st--${failingSince === null ? 'ok' : 'warn'}`}>
      <Icon name={failingSince === null ? 'circle-check' : 'triangle-alert'} />
      <span>{failingSince === null ? t('webhooks.state.on') : t('webhooks.state.failing', { at: dateTime(failingSince) })}</span>
    </span>
  );
}
