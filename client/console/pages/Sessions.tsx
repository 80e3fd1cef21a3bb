import type { Listed } from '../../../shared/console/operating.ts';
import { readOrderTime } from '../../../shared/console/orderTime.ts';
import { SESSION_FILTERS, type SessionLine, type SessionQuery } from '../../../shared/console/sessions.ts';
import { addressOf } from '../core/addressOf.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsolePage, ConsoleRequest } from '../core/consolePage.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { Field } from '../parts/Field.tsx';
import { Folded } from '../parts/Folded.tsx';
import { SessionList } from '../parts/SessionList.tsx';

const PATH = '/operator/sessions';

/** The search field may contain personal data, such as card digits that a driver gives by telephone. */
const TYPED = ['q'];

/** The list of all sessions. Staff can search it for the details that a driver gives by telephone. */
export const sessionsPage: ConsolePage = {
  path: '/sessions',
  tab: 'sessions',
  typed: TYPED,
  async show({ operating, query, sealed }) {
    const sessionQuery = parseQuery(query);
    const listed = await operating.listSessions(sessionQuery);
    const [only] = listed.lines;
    // If the search has exactly one result, opens that session. On a later page of the results, one line does not mean one
    // result.
    if (sessionQuery.find && !sessionQuery.before && listed.lines.length === 1 && only)
      return { go: `/operator/sessions/${only.number}` };
    return { title: 'frame.nav.sessions', content: <Sessions request={sessionQuery} sealed={sealed} listed={listed} /> };
  },
};

/** The filtered sessions as a CSV file. */
export const sessionsFilePage: ConsolePage = {
  path: '/sessions.csv',
  tab: 'sessions',
  typed: TYPED,
  async show({ operating, query }) {
    const { before: _, ...request } = parseQuery(query);
    return { file: await operating.exportSessions({ ...request, decimal: query.decimal === 'point' ? '.' : ',' }) };
  },
};

function parseQuery({ q = '', when = '', is, before = '' }: Readonly<Record<string, string>>): SessionQuery {
  const filter = SESSION_FILTERS.find(name => name === is);
  return {
    ...(q.trim() === '' ? {} : { find: q.trim().slice(0, 120) }),
    ...(when.trim() === '' ? {} : { when: when.trim().slice(0, 30) }),
    ...(filter ? { is: filter } : {}),
    ...(/^\d{9}$/.test(before) ? { before: Number(before) } : {}),
  };
}

interface SessionsProps {
  request: SessionQuery;
  /** The search text in encrypted form, for links. */
  sealed: ConsoleRequest['sealed'];
  listed: Listed<SessionLine>;
}

function Sessions({ request, sealed, listed: { lines, before } }: SessionsProps) {
  const { t } = useWords();
  const { timeZone, now } = useConsole();
  const { when, is: chosen } = request;
  const isFiltered = chosen !== undefined && request.find === undefined && when === undefined;
  const isUnread = when !== undefined && readOrderTime(when, now.slice(0, 10)) === null;
  const nothing = isUnread ? 'session.list.noTime' : 'session.list.nothing';
  const whole = { for: sealed, when, is: chosen };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.sessions')}</h1>
          <p>{t('session.list.lead', { timeZone })}</p>
        </div>
      </div>
      <Find request={request} />
      <nav className="filters" aria-label={t('session.list.filters')}>
        {[undefined, ...SESSION_FILTERS].map(is => (
          <a key={is ?? 'all'} href={addressOf(PATH, { is })} aria-current={is === request.is ? 'true' : undefined}>
            {is === request.is && <Icon name="check" />}
            {t(`session.filter.${is ?? 'all'}`)}
          </a>
        ))}
      </nav>
      {lines.length === 0 ? (
        <div className="note">
          <Icon name="search" />
          <div>
            <b>{t(isFiltered && chosen ? `session.none.${chosen}` : nothing)}</b>
            {!isFiltered && <p>{t(isUnread ? 'session.find.whenHint' : 'session.list.nothingText')}</p>}
          </div>
        </div>
      ) : (
        <>
          <Days lines={lines} />
          <div className="pages">
            <span>{t('session.list.count', { count: lines.length })}</span>
            <span className="acts">
              {before !== null && (
                <a className="btn btn--quiet" href={addressOf(PATH, { ...whole, before })}>
                  <Icon name="chevron-right" />
                  {t('session.list.older')}
                </a>
              )}
              <a className="btn btn--quiet" href={addressOf(`${PATH}.csv`, whole)}>
                <Icon name="download" />
                {t('session.list.csv')}
              </a>
            </span>
          </div>
        </>
      )}
    </>
  );
}

/** The sessions by day of the order, each day with a heading. */
function Days({ lines }: { lines: readonly SessionLine[] }) {
  const { t, day, date, weekday } = useWords();
  return [...Map.groupBy(lines, ({ createdAt }) => day(createdAt))].map(([name, sessions]) => {
    const at = sessions[0]?.createdAt ?? '';
    return (
      <section key={name} className="day">
        <h2>
          {weekday(at)}, {date(at)} <small>{t('session.list.count', { count: sessions.length })}</small>
        </h2>
        <SessionList lines={sessions} />
      </section>
    );
  });
}

function Find({ request }: { request: SessionQuery }) {
  const { t } = useWords();
  return (
    <form className="find" method="post" action={PATH}>
      <Field name="q" label="session.find.label" hint="session.find.hint" value={request.find ?? ''} limit={120} />
      <button type="submit" className="btn btn--primary">
        <Icon name="search" />
        {t('session.find.button')}
      </button>
      <Folded text={t('session.find.byDay')} isOpen={request.when !== undefined}>
        <Field
          name="when"
          label="session.find.when"
          hint="session.find.whenHint"
          value={request.when ?? ''}
          limit={30}
          isNarrow
        />
      </Folded>
    </form>
  );
}
