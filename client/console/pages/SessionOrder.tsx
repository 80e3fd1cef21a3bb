import type { OperatedSession } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { Block } from '../parts/Block.tsx';

/** The order of a session: contact details, and links to the accepted legal texts and to the stored personal data. */
export function SessionOrder({ session }: { session: OperatedSession }) {
  const { t, dateTime } = useWords();
  const { who } = useConsole();
  const { line, contact, provider } = session;
  const at = (instant: string | null) => (instant === null ? '–' : dateTime(instant));
  const rows = [
    [t('session.order.brand'), session.clientName],
    [t('session.order.tariff'), session.tariff],
    [t('session.order.ordered'), at(line.createdAt)],
    [t('session.order.begun'), at(session.startedAt)],
    [t('session.order.ended'), at(line.standing === 'never-started' ? null : session.endedAt)],
    [t('session.order.name'), contact.name || '–'],
    [t('session.order.email'), contact.email || '–'],
    [t('session.order.provider'), provider ?? '–'],
  ];
  return (
    <Block name={t('session.order.title')}>
      <dl className="rows">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <a className="link" href={`/operator/sessions/${line.number}/agreed`}>
        <Icon name="eye" />
        {t('session.agreed.title')}
      </a>
      {who?.may === 'act' && (
        <p className="row">
          <a className="link" href={`/operator/sessions/${line.number}/see-contact`}>
            {t('acts.name.see-contact')} …
          </a>
          <a className="link" href={`/operator/sessions/${line.number}/forget`}>
            {t('acts.name.forget')} …
          </a>
        </p>
      )}
    </Block>
  );
}
