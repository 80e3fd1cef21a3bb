import type { ActName } from '../../../shared/console/acts.ts';
import { LANES, type Lane, type OperatedSession } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { Form } from '../core/Form.tsx';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { readNumber } from '../parts/actForms.ts';
import { Block } from '../parts/Block.tsx';
import { Folded } from '../parts/Folded.tsx';
import { PowerChart } from '../parts/PowerChart.tsx';
import { Standing } from '../parts/Status.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { SessionOrder } from './SessionOrder.tsx';
import { SessionReview } from './SessionReview.tsx';

/** The page of a session: available actions, timeline, steps of the payment, and documents. Its form adds a note. */
export const sessionPage: ConsolePage = {
  path: '/sessions/:number',
  tab: 'sessions',
  async show({ operating, params, query }) {
    const session = await operating.getSession({ number: readNumber(params) });
    if (!session) return null;
    const lane = LANES.find(name => name === query.lane) ?? null;
    const content = <SessionView session={session} lane={lane} done={query.done ?? null} />;
    return { title: 'session.title', titleValues: { number: String(session.line.number) }, content };
  },
  async post({ operating, params, values, form }) {
    const number = readNumber(params);
    await operating.act({ does: 'note', number, reason: values.text ?? '', seen: 0, form });
    return { go: `/operator/sessions/${number}` };
  },
};

function SessionView({ session, lane, done }: { session: OperatedSession; lane: Lane | null; done: string | null }) {
  const { t } = useWords();
  const { line } = session;
  const address = `/operator/sessions/${line.number}`;
  return (
    <>
      <a className="crumb" href="/operator/sessions">
        <Icon name="arrow-left" />
        {t('frame.nav.sessions')}
      </a>
      <Head session={session} />
      {session.waiting && <Waiting waiting={session.waiting} />}
      {done !== null && !(done === 'refund' && session.waiting) && <Done session={session} done={done} />}
      <div className="cols cols--lead">
        <div>
          <SessionReview session={session} />
          <Can session={session} />
          <div className="late">
            <Block name={t('session.happened')}>
              <Timeline steps={session.timeline} lane={lane} address={address} />
            </Block>
            <Note />
          </div>
        </div>
        <Beside session={session} />
      </div>
    </>
  );
}

/** Says what the last action has done. A refund is named with its amount and card. */
function Done({ session: { line, timeline, contact }, done }: { session: OperatedSession; done: string }) {
  const { t, money } = useWords();
  const last = timeline.findLast(
    ({ what: { key } }) => key === 'session.did.refundAsked' || key === 'session.did.refunded',
  )?.what;
  const amount = last?.values?.amount;
  const refunded = last?.key === 'session.did.refunded' ? 'session.refunded' : 'session.isRefunding';
  const isRefund = (done === 'refund' || done === 'confirm-refund') && amount !== undefined;
  return (
    <div className="note note--success" role="status">
      <Icon name="circle-check" />
      <div>
        <b>{isRefund ? t(refunded, { amount, digits: line.card ?? '–' }) : t('session.isDone')}</b>
        <p>{isRefund && contact.email ? t('session.refundedLetter', { email: contact.email }) : t('session.isDoneText')}</p>
        {isRefund && line.capturedMinor !== null && last?.key === 'session.did.refunded' && (
          <p>{t('session.refundedLeft', { amount: money(line.capturedMinor - line.refundedMinor, line.currency) })}</p>
        )}
      </div>
    </div>
  );
}

function Head({ session: { line, place, plug, pausedAt, why } }: { session: OperatedSession }) {
  const { t, money, energy, number, decimal, dayAndTime } = useWords();
  const plugWords = plug && `${t(`session.plug.${plug.kind}`)}, ${decimal(plug.powerW / 1000)} kW`;
  const isOver = line.capturedMinor !== null;
  const { priceMinor, refundedMinor, currency } = line;
  return (
    <div className="top gap">
      <div className="plate__body">
        <h1>
          {t('session.word')} <span className="id">{number(line.number)}</span>
        </h1>
        <span className="evse muted">{[line.evseId, place, plugWords].filter(Boolean).join(' · ')}</span>
        <p className="alert-line">
          <Standing line={line} />
          {pausedAt && <span>{t('today.since', { at: dayAndTime(pausedAt) })}</span>}
          {why && <span>{t(`session.why.${why}`)}</span>}
        </p>
      </div>
      {priceMinor !== null && (
        <div>
          <span className="figure-label">{t(isOver ? 'session.col.price' : 'session.soFar')}</span>
          <span className="figure">
            {money(priceMinor - refundedMinor, currency)}
            <small>{energy(line.energyWh)}</small>
          </span>
          {refundedMinor > 0 && (
            <p className="small muted num">
              {t('session.lessRefund', { price: money(priceMinor, currency), refund: money(refundedMinor, currency) })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** The available actions as buttons. Each unavailable action is listed with the reason, not as a disabled button. */
function Can({ session: { line, can, cannot, waiting } }: { session: OperatedSession }) {
  const { t, text } = useWords();
  const { who } = useConsole();
  const nameOf = (does: ActName) =>
    t(does === 'decline-refund' && waiting?.by === who?.name ? 'acts.withdrawRequest' : `acts.name.${does}`);
  const path = (does: ActName) => `/operator/sessions/${line.number}/${does}`;
  return (
    <Block name={t('session.can')}>
      {who?.may !== 'act' && <p className="muted gap">{t('frame.trouble.readOnly.title')}</p>}
      {can.length === 0 && <p className="muted">{t('session.nothingToDo')}</p>}
      {can.map(({ does, would }) => (
        <div key={does} className="do">
          <p>{text(would)}</p>
          {who?.may === 'act' && (
            <a className="btn" href={path(does)}>
              {nameOf(does)} …
            </a>
          )}
        </div>
      ))}
      {cannot.length > 0 && (
        <Folded text={t('session.cannot')}>
          <dl className="rows">
            {cannot.map(({ does, why, text: because }) => (
              <div key={does}>
                <dt>{t(`acts.name.${does}`)}</dt>
                {because ? <dd>{text(because)}</dd> : <dd lang="en">{why}</dd>}
              </div>
            ))}
          </dl>
        </Folded>
      )}
    </Block>
  );
}

function Note() {
  const { t } = useWords();
  const { who } = useConsole();
  if (who?.may !== 'act') return null;
  return (
    <Block name={t('acts.name.note')}>
      <Form className="fields">
        <div className="field">
          <label htmlFor="text">{t('session.note')}</label>
          <input className="input" id="text" name="text" required maxLength={500} autoComplete="off" />
        </div>
        <div className="acts">
          <button type="submit" className="btn btn--quiet">
            {t('acts.note.button')}
          </button>
        </div>
      </Form>
    </Block>
  );
}

function Beside({ session }: { session: OperatedSession }) {
  const { t, text, money } = useWords();
  return (
    <div>
      <Block name={t('session.route.title')}>
        <ol className="route">
          {session.route.map(({ name, note, amount, state }) => (
            <li key={name.key} className={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="t">{text(name)}</span>
              <span className="amount">{amount ? money(amount.amountMinor, amount.currency) : '–'}</span>
              {note && <small>{text(note)}</small>}
            </li>
          ))}
        </ol>
      </Block>
      <div className="last">
        {session.line.standing !== 'never-started' && (
          <Block name={t('session.power.title')}>
            <PowerChart curve={session.curve} readings={session.readings} />
          </Block>
        )}
        <Documents session={session} />
        <SessionOrder session={session} />
      </div>
    </div>
  );
}

function Documents({ session: { line, documents, receiptPath } }: { session: OperatedSession }) {
  const { t, money } = useWords();
  const { drivers } = useConsole();
  return (
    <Block name={t('session.documents')}>
      {documents.length === 0 && (
        <p className="muted">{t(line.standing === 'never-started' ? 'session.neverDocuments' : 'session.noDocuments')}</p>
      )}
      <dl className="rows">
        {documents.map(({ number, kind, total }) => (
          <div key={number}>
            <dt>
              {t(`session.document.${kind as 'invoice'}`)}
              <small>{number}</small>
            </dt>
            <dd>{money(total.amountMinor, total.currency)}</dd>
          </div>
        ))}
      </dl>
      <a className="link" href={drivers + receiptPath}>
        <Icon name="eye" />
        {t('session.driversPage')}
      </a>
    </Block>
  );
}
