import type { Foreseen } from '../../../shared/console/operating.ts';
import type { SignedInPerson } from '../../../shared/console/signedIn.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../core/consolePage.ts';
import { useWords } from '../core/translations.ts';
import { BoardHead } from '../parts/Board.tsx';
import { Crumb } from '../parts/Crumb.tsx';
import { Why } from './stations/AddForm.tsx';
import { Confirm } from './stations/Confirm.tsx';

const PATH = '/operator/signed-in';

/** Who is signed in. */
export const signedInPage: ConsolePage = {
  path: '/signed-in',
  tab: 'more',
  async show({ operating, lookUp }) {
    const people = await operating.listSignedIn();
    return {
      title: 'frame.signedIn.title',
      content: <SignedIn people={people} endOf={name => lookUp(endSignInsPage, { name })} />,
    };
  },
};

/** Signs one person out everywhere, or everybody. */
export const endSignInsPage: ConsolePage = {
  path: '/signed-in/end',
  tab: 'more',
  typed: ['name'],
  show: ask => showEnd(ask, { person: ask.query.name || null, reason: '', refused: null }),
  async post(sent) {
    const { operating, values, form } = sent;
    const [person, reason] = [values.name || null, (values.reason ?? '').trim()];
    const acted = await operating.act({ does: 'end-sign-ins', person, reason, seen: 0, form });
    return acted.kind === 'done' ? { go: PATH } : showEnd(sent, { person, reason, refused: acted });
  },
};

interface Tried {
  /** Null: everybody. */
  person: string | null;
  reason: string;
  refused: Foreseen | null;
}

async function showEnd({ operating }: ConsoleRequest, { person, reason, refused }: Tried): Promise<Shown> {
  const foreseen = refused ?? (await operating.foresee({ does: 'end-sign-ins', person, reason }));
  return {
    title: 'acts.name.end-sign-ins',
    status: refused ? 409 : 200,
    content: <End person={person} reason={reason} foreseen={foreseen} />,
  };
}

const COLUMNS = [
  { text: 'audit.who' },
  { text: 'frame.signedIn.may' },
  { text: 'frame.signedIn.since' },
  { text: 'frame.signedIn.count', isFigure: true },
] as const;

function SignedIn({ people, endOf }: { people: readonly SignedInPerson[]; endOf(name: string): string }) {
  const { say, dateTime } = useWords();
  const { who } = useConsole();
  const mayAct = who?.may === 'act';
  return (
    <>
      <Crumb to="/operator/menu">{say('frame.nav.more')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{say('frame.signedIn.title')}</h1>
          <p>{say('frame.signedIn.lead')}</p>
        </div>
        {mayAct && (
          <a className="btn btn--quiet" href={`${PATH}/end`}>
            {say('frame.signedIn.endAll')}
          </a>
        )}
      </div>
      <table className="board board--fold">
        <BoardHead columns={mayAct ? [...COLUMNS, { text: 'acts.name.end-sign-ins' }] : COLUMNS} />
        <tbody>
          {people.map(({ name, may, since, count }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td>{say(may === 'act' ? 'frame.may.act' : 'frame.may.read')}</td>
              <td className="num">{dateTime(since)}</td>
              <td className="r num">{count}</td>
              {mayAct && (
                <td className="wide-s">
                  <a href={endOf(name)}>
                    {say('frame.signedIn.end')}
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

function End({ person, reason, foreseen }: { person: string | null; reason: string; foreseen: Foreseen }) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={PATH}>{say('frame.signedIn.title')}</Crumb>
      <div className="focus">
        <h1>{person === null ? say('frame.signedIn.endOfAll') : say('frame.signedIn.endOf', { name: person })}</h1>
        <Why refusal={foreseen} />
        {foreseen.kind === 'possible' && (
          <Confirm foreseen={foreseen} hidden={person === null ? {} : { name: person }} reason={reason} back={PATH} />
        )}
      </div>
    </>
  );
}
