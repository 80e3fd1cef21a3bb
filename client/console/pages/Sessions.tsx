import { type Listed, SESSION_FILTERS, type SessionLine, type SessionQuery } from '../../../shared/console/operating.ts';
import { addressOf } from '../core/addressOf.ts';
import type { ConsolePage, ConsoleRequest } from '../core/consolePage.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { SessionBoard } from '../parts/SessionBoard.tsx';

const PATH = '/operator/sessions';

/** The digits of a card, the number of a receipt: what people say on the telephone. */
const TYPED = ['q'];

/** Every session there was: found by anything that a person on the telephone may know of it. */
export const sessionsPage: ConsolePage = {
  path: '/sessions',
  tab: 'sessions',
  typed: TYPED,
  async show({ operating, query, sealed }) {
    const sessionQuery = parseQuery(query);
    const listed = await operating.listSessions(sessionQuery);
    const [only] = listed.lines;
    // The last of many is not the only one.
    if (sessionQuery.find && !sessionQuery.before && listed.lines.length === 1 && only)
      return { go: `/operator/sessions/${only.number}` };
    return { title: 'frame.nav.sessions', content: <Sessions ask={sessionQuery} sealed={sealed} listed={listed} /> };
  },
};

/** The list as it is filtered, for a spreadsheet. */
export const sessionsFilePage: ConsolePage = {
  path: '/sessions.csv',
  tab: 'sessions',
  typed: TYPED,
  async show({ operating, query }) {
    const { before: _, ...ask } = parseQuery(query);
    return { file: await operating.takeSessions({ ...ask, decimal: query.decimal === 'point' ? '.' : ',' }) };
  },
};

function parseQuery({ q = '', day = '', is, before = '' }: Readonly<Record<string, string>>): SessionQuery {
  const filter = SESSION_FILTERS.find(name => name === is);
  return {
    ...(q.trim() === '' ? {} : { find: q.trim().slice(0, 120) }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
    ...(filter ? { is: filter } : {}),
    ...(/^\d{9}$/.test(before) ? { before: Number(before) } : {}),
  };
}

interface SessionsProps {
  ask: SessionQuery;
  /** What of it was typed, for addresses. */
  sealed: ConsoleRequest['sealed'];
  listed: Listed<SessionLine>;
}

function Sessions({ ask, sealed, listed: { lines, before } }: SessionsProps) {
  const { say } = useWords();
  const { day, is: chosen } = ask;
  const whole = { for: sealed, day, is: chosen };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{say('frame.nav.sessions')}</h1>
          <p>{say('session.list.lead')}</p>
        </div>
      </div>
      <Find ask={ask} />
      <nav className="filters" aria-label={say('session.list.filters')}>
        {[undefined, ...SESSION_FILTERS].map(is => (
          <a key={is ?? 'all'} href={addressOf(PATH, { is })} aria-current={is === ask.is ? 'true' : undefined}>
            {is === ask.is && <Icon name="check" />}
            {say(`session.filter.${is ?? 'all'}`)}
          </a>
        ))}
      </nav>
      {lines.length === 0 ? (
        <div className="note">
          <Icon name="search" />
          <div>
            <b>{say('session.list.nothing')}</b>
            <p>{say('session.list.nothingText')}</p>
          </div>
        </div>
      ) : (
        <>
          <SessionBoard lines={lines} name={say('frame.nav.sessions')} />
          <div className="pages">
            <span>{say('session.list.count', { count: lines.length })}</span>
            <span className="acts">
              {before !== null && (
                <a className="btn btn--quiet" href={addressOf(PATH, { ...whole, before })}>
                  <Icon name="chevron-right" />
                  {say('session.list.older')}
                </a>
              )}
              <a className="btn btn--quiet" href={addressOf(`${PATH}.csv`, whole)}>
                <Icon name="download" />
                {say('session.list.csv')}
              </a>
            </span>
          </div>
        </>
      )}
    </>
  );
}

function Find({ ask }: { ask: SessionQuery }) {
  const { say } = useWords();
  return (
    <form className="find" method="post" action={PATH}>
      <div>
        <label htmlFor="q">{say('session.find.label')}</label>
        <p className="hint" id="q-hint">
          {say('session.find.hint')}
        </p>
        <input
          className="input"
          id="q"
          name="q"
          defaultValue={ask.find}
          aria-describedby="q-hint"
          autoComplete="off"
          maxLength={120}
        />
      </div>
      <div className="narrow">
        <label htmlFor="day">{say('session.find.day')}</label>
        <input className="input" id="day" name="day" type="date" defaultValue={ask.day} />
      </div>
      <button type="submit" className="btn btn--primary">
        <Icon name="search" />
        {say('session.find.button')}
      </button>
    </form>
  );
}
