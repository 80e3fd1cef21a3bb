import { type Listed, SESSION_FILTERS, type SessionAsk, type SessionLine } from '../../../shared/operating.ts';
import type { ConsolePage } from '../consolePage.ts';
import { Icon } from '../Icon.tsx';
import { SessionBoard } from '../parts/SessionBoard.tsx';
import { useWords } from '../words.ts';

/** Every session there was: found by anything that a person on the telephone may know of it. */
export const sessionsPage: ConsolePage = {
  path: '/sessions',
  tab: 'sessions',
  async show({ operating, query }) {
    const ask = readAsk(query);
    const listed = await operating.listSessions(ask);
    const [only] = listed.lines;
    if (ask.find && listed.lines.length === 1 && only) return { go: `/operator/sessions/${only.number}` };
    return { title: 'frame.nav.sessions', content: <Sessions ask={ask} listed={listed} /> };
  },
};

/** The list as it is filtered, for a spreadsheet. */
export const sessionsFilePage: ConsolePage = {
  path: '/sessions.csv',
  tab: 'sessions',
  async show({ operating, query }) {
    const { before: _, ...ask } = readAsk(query);
    return { file: await operating.takeSessions({ ...ask, decimal: query.decimal === 'point' ? '.' : ',' }) };
  },
};

function readAsk({ q = '', day = '', is, before = '' }: Readonly<Record<string, string>>): SessionAsk {
  const filter = SESSION_FILTERS.find(name => name === is);
  return {
    ...(q.trim() === '' ? {} : { find: q.trim().slice(0, 120) }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
    ...(filter ? { is: filter } : {}),
    ...(/^\d{9}$/.test(before) ? { before: Number(before) } : {}),
  };
}

const addressOf = ({ find, day, is, before }: SessionAsk, page = '/operator/sessions'): string => {
  const entries = Object.entries({ q: find, day, is, before: before?.toString() });
  const query = new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
  return `${page}${query ? `?${query}` : ''}`;
};

function Sessions({ ask, listed: { lines, before } }: { ask: SessionAsk; listed: Listed<SessionLine> }) {
  const { say } = useWords();
  const { before: _, ...whole } = ask;
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
          <a key={is ?? 'all'} href={addressOf(is ? { is } : {})} aria-current={is === ask.is ? 'true' : undefined}>
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
                <a className="btn btn--quiet" href={addressOf({ ...ask, before })}>
                  <Icon name="chevron-right" />
                  {say('session.list.older')}
                </a>
              )}
              <a className="btn btn--quiet" href={addressOf(whole, '/operator/sessions.csv')}>
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

function Find({ ask }: { ask: SessionAsk }) {
  const { say } = useWords();
  return (
    <form className="find" method="get" action="/operator/sessions">
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
