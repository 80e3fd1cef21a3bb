import type { SessionLine } from '../../../shared/console/sessions.ts';
import { useWords } from '../core/translations.ts';
import { moneyNote } from './moneyNote.ts';
import { Standing } from './Status.tsx';

interface SessionListProps {
  lines: readonly SessionLine[];
  /** True: each row shows its day, because the list has no headings of days. */
  hasDays?: boolean;
  /** True: all sessions are at one charging point, so a row names the plug instead of the address. */
  isAtPoint?: boolean;
}

/** Sessions as rows that lead to their pages: time, street, plug and number, state, energy, and price. */
export function SessionList({ lines, hasDays = false, isAtPoint = false }: SessionListProps) {
  return (
    <ul className={hasDays ? 'sessions sessions--days' : 'sessions'}>
      {lines.map(line => (
        <li key={line.number}>
          <Row line={line} hasDays={hasDays} isAtPoint={isAtPoint} />
        </li>
      ))}
    </ul>
  );
}

/** On phones, the note below the amount says enough about sessions in these states. */
const USUAL = ['billed', 'free'] as const;

function Row({ line, hasDays, isAtPoint }: { line: SessionLine } & Required<Omit<SessionListProps, 'lines'>>) {
  const { t, money, energy, time, dayAndTime, number } = useWords();
  const { place, evseId, createdAt, energyWh, priceMinor, currency } = line;
  const plug = place ? t('stations.plugName', { number: place.plug }) : undefined;
  return (
    <a href={`/operator/sessions/${line.number}`}>
      <time dateTime={createdAt}>{hasDays ? dayAndTime(createdAt) : time(createdAt)}</time>
      <span>
        <b>{(isAtPoint ? plug : place?.street) ?? evseId}</b>
        <small>
          {!isAtPoint && plug}
          <span className="id">
            {!isAtPoint && plug && ' · '}
            {number(line.number)}
          </span>
        </small>
      </span>
      <span className={USUAL.some(usual => usual === line.standing) ? 'sessions__state is-usual' : 'sessions__state'}>
        <Standing line={line} />
      </span>
      <span className="r sessions__energy">{energyWh > 0 ? energy(energyWh) : '–'}</span>
      <span className="r sessions__price">
        <b>{priceMinor === null ? '–' : money(priceMinor, currency)}</b>
        <small>{moneyNote(line, { t, money })}</small>
      </span>
    </a>
  );
}
