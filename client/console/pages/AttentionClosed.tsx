import type { ClosedAttention } from '../../../shared/console/operating.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { useWords } from '../core/translations.ts';
import { attentionPath } from '../parts/attentionPath.ts';
import { Crumb } from '../parts/Crumb.tsx';

/** Lists the alerts that were closed. */
export const closedAttentionPage: ConsolePage = {
  path: '/attention',
  tab: 'today',
  show: async ({ operating }) => ({
    title: 'today.closed.title',
    content: <ClosedAlerts lines={await operating.listClosedAttention()} />,
  }),
};

function ClosedAlerts({ lines }: { lines: readonly ClosedAttention[] }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to="/operator">{t('frame.nav.today')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('today.closed.title')}</h1>
          <p>
            {t('today.closed.lead')} <a href="/operator/audit">{t('frame.nav.audit')}</a>
          </p>
        </div>
      </div>
      {lines.length === 0 ? (
        <p className="muted">{t('today.closed.none')}</p>
      ) : (
        <dl className="rows rows--ruled">
          {lines.map(line => (
            <Line key={line.id} line={line} />
          ))}
        </dl>
      )}
    </>
  );
}

function Line({ line }: { line: ClosedAttention }) {
  const { t, text, dayAndTime, number } = useWords();
  const { what, about, since, closedAt, takenBy } = line;
  const path = attentionPath(line);
  const name = line.number === null ? about?.name : number(line.number);
  return (
    <div>
      <dt>
        {text(what)}
        <small>
          {path && <a href={path}>{name}</a>}
          {path && ' · '}
          {t('today.since', { at: dayAndTime(since) })}
        </small>
      </dt>
      <dd>
        {t('today.closed.at', { at: dayAndTime(closedAt) })}
        {takenBy && <small>{takenBy}</small>}
      </dd>
    </div>
  );
}
