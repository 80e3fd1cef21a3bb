import { isSecurityEventType, SECURITY_EVENT_TYPES, type SecurityEvent } from '../../../../shared/console/securityEvents.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Folded } from '../../parts/Folded.tsx';

/** Number of lines that are shown at once. Of the others, only those that need a person are shown. */
const SHOWN = 5;

const isUrgent = ({ type }: SecurityEvent): boolean => isSecurityEventType(type) && SECURITY_EVENT_TYPES[type] === 'alert';

/** The security events that a station has reported, the latest first. */
export function SecurityEvents({ events }: { events: readonly SecurityEvent[] }) {
  const { t } = useWords();
  const isShown = (event: SecurityEvent, index: number) => index < SHOWN || isUrgent(event);
  const [shown, folded] = [events.filter(isShown), events.filter((event, index) => !isShown(event, index))];
  return (
    <Block name={t('stations.security')}>
      {events.length === 0 && <p className="muted">{t('stations.security.none')}</p>}
      <Lines events={shown} />
      {folded.length > 0 && (
        <Folded text={t('stations.security.more', { count: folded.length })}>
          <Lines events={folded} />
        </Folded>
      )}
    </Block>
  );
}

const Lines = ({ events }: { events: readonly SecurityEvent[] }) => (
  <ul className="stack-sm">
    {events.map(event => (
      <Line key={`${event.type} ${event.firstAt}`} event={event} />
    ))}
  </ul>
);

function Line({ event }: { event: SecurityEvent }) {
  const { t, dateTime } = useWords();
  const { type, count, firstAt, lastAt } = event;
  return (
    <li>
      <span className={isUrgent(event) ? 'st st--warn' : 'st st--calm'}>
        <Icon name={isUrgent(event) ? 'triangle-alert' : 'info'} />
        <span>
          {isSecurityEventType(type) ? t(`stations.security.${type}`) : t('stations.security.other', { word: type })}
          <small>
            {count === 1
              ? dateTime(lastAt)
              : t('stations.security.repeated', { count, from: dateTime(firstAt), until: dateTime(lastAt) })}
          </small>
        </span>
      </span>
    </li>
  );
}
