import type { SessionLine } from '../../../shared/console/sessions.ts';
import { useWords } from '../core/translations.ts';
import { BoardHead } from './Board.tsx';
import { SESSION_STATUS_STYLES, Standing } from './Status.tsx';

const COLUMNS = [
  { text: 'session.col.session' },
  { text: 'session.col.begun' },
  { text: 'session.col.point' },
  { text: 'session.col.state' },
  { text: 'session.col.card' },
  { text: 'session.col.energy', isFigure: true },
  { text: 'session.col.price', isFigure: true },
] as const;

/** Table of sessions. On phones, each row is shown as two lines. */
export function SessionBoard({ lines, name }: { lines: readonly SessionLine[]; name: string }) {
  return (
    <table className="board board--fold">
      <caption className="vh">{name}</caption>
      <BoardHead columns={COLUMNS} />
      <tbody>
        {lines.map(line => (
          <Row key={line.number} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ line }: { line: SessionLine }) {
  const { t, money, energy, dateTime, number } = useWords();
  const { priceMinor, currency } = line;
  return (
    <tr className={SESSION_STATUS_STYLES[line.standing].row}>
      <th scope="row" className="p1">
        <a className="id" href={`/operator/sessions/${line.number}`}>
          {number(line.number)}
        </a>
      </th>
      <td className="hide-s whole">{dateTime(line.createdAt)}</td>
      <td className="p3">
        <span className="id">{line.evseId}</span>
        <span className="dim only-s"> · {dateTime(line.createdAt)}</span>
      </td>
      <td className="p2">
        <Standing line={line} />
      </td>
      <td className="hide-s">{line.card === null ? '–' : <span className="id">•• {line.card}</span>}</td>
      <td className="r p32">{line.energyWh > 0 ? energy(line.energyWh) : '–'}</td>
      <td className="r p12">
        <b>{priceMinor === null ? '–' : money(priceMinor, currency)}</b>
        <small>{moneyNote(line, { t, money })}</small>
      </td>
    </tr>
  );
}

function moneyNote(line: SessionLine, { t, money }: Pick<ReturnType<typeof useWords>, 't' | 'money'>): string {
  const { heldMinor, capturedMinor, refundedMinor, currency, standing } = line;
  if (heldMinor === null) return t('session.money.noCard');
  if (refundedMinor > 0) return t('session.money.refunded', { amount: money(refundedMinor, currency) });
  if (standing === 'dispute-lost') return t('session.money.takenBack');
  if (standing === 'capped') return t('session.money.captured', { amount: money(capturedMinor ?? 0, currency) });
  if (standing === 'waived' || standing === 'never-started')
    return t('session.money.released', { amount: money(heldMinor, currency) });
  return capturedMinor === null ? t('session.money.held', { amount: money(heldMinor, currency) }) : t('session.money.taken');
}
