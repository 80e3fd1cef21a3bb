import type { OperatedSession } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { Block } from '../parts/Block.tsx';

/** What was ordered and by whom, and links to what was agreed and to what is stored of the driver. */
export function SessionOrder({ session }: { session: OperatedSession }) {
  const { say, dateTime } = useWords();
  const { who } = useConsole();
  const { line, contact, provider } = session;
  const at = (instant: string | null) => (instant === null ? '–' : dateTime(instant));
  const rows = [
    [say('session.order.brand'), session.clientName],
    [say('session.order.tariff'), session.tariff],
    [say('session.order.ordered'), at(line.createdAt)],
    [say('session.order.begun'), at(session.startedAt)],
    [say('session.order.ended'), at(session.endedAt)],
    [say('session.order.name'), contact.name || '–'],
    [say('session.order.email'), contact.email || '–'],
    [say('session.order.provider'), provider ?? '–'],
  ];
  return (
    <Block name={say('session.order.title')}>
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
        {say('session.agreed.title')}
      </a>
      {who?.may === 'act' && (
        <p className="row">
          <a className="link" href={`/operator/sessions/${line.number}/see-contact`}>
            {say('acts.name.see-contact')} …
          </a>
          <a className="link" href={`/operator/sessions/${line.number}/forget`}>
            {say('acts.name.forget')} …
          </a>
        </p>
      )}
    </Block>
  );
}
