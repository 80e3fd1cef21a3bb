import { LANES, type Lane, type TimelineStep } from '../../../shared/console/operating.ts';
import { Icon, type IconName } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

const ICONS: Readonly<Record<Lane, IconName>> = {
  driver: 'user',
  station: 'station',
  money: 'credit-card',
  letter: 'mail',
  us: 'users',
};

interface TimelineProps {
  steps: readonly TimelineStep[];
  /** The kind of steps to show (payment, station, …). Null: all steps are shown. */
  lane: Lane | null;
  /** Address of the current page, for the links of the filter. */
  address: string;
}

/** The events of a session, newest first. Each has an icon and the name of its kind. */
export function Timeline({ steps, lane, address }: TimelineProps) {
  const { t, date } = useWords();
  // Returns true if a step is on another day than the step before it. Compares formatted days, because these are in the time zone
  // of the console.
  const isNewDay = (before: TimelineStep | undefined, { at }: TimelineStep): boolean =>
    before === undefined || date(before.at) !== date(at);
  const shown = lane === null ? steps : steps.filter(step => step.lane === lane);
  return (
    <>
      <nav className="filters" aria-label={t('session.lanes')}>
        <a href={address} aria-current={lane === null ? 'true' : undefined}>
          {t('session.filter.all')} <b>{steps.length}</b>
        </a>
        {LANES.filter(name => name === lane || steps.some(step => step.lane === name)).map(name => (
          <a key={name} href={`${address}?lane=${name}`} aria-current={name === lane ? 'true' : undefined}>
            {t(`session.lane.${name}`)} <b>{steps.filter(step => step.lane === name).length}</b>
          </a>
        ))}
      </nav>
      <ol className="tl">
        {shown.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity than their place
          <Step key={place} step={step} day={isNewDay(shown[place - 1], step) ? step.at : null} />
        ))}
      </ol>
    </>
  );
}

function Step({ step, day }: { step: TimelineStep; day: string | null }) {
  const { t, text, time, date } = useWords();
  const { at, until, lane, what, note, reference, isTrouble } = step;
  return (
    <li className={isTrouble ? 'is-bad' : undefined}>
      {day && <span className="day">{date(day)}</span>}
      <time dateTime={at}>
        {time(at)}
        {until && time(until) !== time(at) && `–${time(until)}`}
      </time>
      <span className="lane">
        <Icon name={ICONS[lane]} />
        <span>{t(`session.lane.${lane}`)}</span>
      </span>
      <div className="what">
        <b>{text(what)}</b>
        {note && <small>{text(note)}</small>}
        {reference && <small className="mono">{reference}</small>}
      </div>
    </li>
  );
}
