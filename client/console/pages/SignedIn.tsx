import type { Act } from '../../../shared/console/acts.ts';
import type { SignedInPerson } from '../../../shared/console/signedIn.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { RightsOf } from '../core/Frame.tsx';
import { useWords } from '../core/translations.ts';
import { actPage } from '../parts/actPage.tsx';
import { BoardHead } from '../parts/Board.tsx';
import { Crumb } from '../parts/Crumb.tsx';

const PATH = '/operator/signed-in';

/** The list of signed-in persons. */
export const signedInPage: ConsolePage = {
  path: '/signed-in',
  tab: 'more',
  async show({ operating, search }) {
    const people = await operating.listSignedIn();
    return {
      title: 'frame.signedIn.title',
      content: <SignedIn people={people} endOf={name => search(endSignInsPage, { name })} />,
    };
  },
};

/** Signs one person, or everyone, out on all devices. */
export const endSignInsPage = actPage<Extract<Act, { does: 'end-sign-ins' }>>({
  path: '/signed-in/end',
  tab: 'more',
  typed: ['name'],
  title: 'acts.name.end-sign-ins',
  heading: ({ person }) => (person === null ? ['frame.signedIn.endOfAll'] : ['frame.signedIn.endOf', { name: person }]),
  back: () => ({ to: PATH, text: 'frame.signedIn.title' }),
  read: (_, { name = '', reason = '' }) => ({ does: 'end-sign-ins', person: name || null, reason }),
  hidden: ['name'],
  done: () => ({ go: PATH }),
});

const COLUMNS = [
  { text: 'audit.who' },
  { text: 'frame.signedIn.may' },
  { text: 'frame.signedIn.since' },
  { text: 'frame.signedIn.count', isFigure: true },
] as const;

function SignedIn({ people, endOf }: { people: readonly SignedInPerson[]; endOf(name: string): string }) {
  const { t, dateTime } = useWords();
  const { who } = useConsole();
  const mayAct = who?.may === 'act';
  return (
    <>
      <Crumb to="/operator/menu">{t('frame.nav.more')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('frame.signedIn.title')}</h1>
          <p>{t('frame.signedIn.lead')}</p>
        </div>
        {mayAct && (
          <a className="btn btn--quiet" href={`${PATH}/end`}>
            {t('frame.signedIn.endAll')}
          </a>
        )}
      </div>
      <table className="board board--fold">
        <BoardHead columns={mayAct ? [...COLUMNS, { text: 'acts.name.end-sign-ins' }] : COLUMNS} />
        <tbody>
          {people.map(({ name, rights, since, count }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td>
                <RightsOf person={rights} />
              </td>
              <td className="num">{dateTime(since)}</td>
              <td className="r num">{count}</td>
              {mayAct && (
                <td className="wide-s">
                  <a href={endOf(name)}>
                    {t('frame.signedIn.end')}
                    <span className="vh"> {name}</span>
                  </a>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
