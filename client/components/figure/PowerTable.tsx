import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SessionLocation, SessionValues } from '../../../shared/charging/session.ts';
import { iso } from '../../../shared/model/time.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { readingsOf, tableRows } from './chartScale.ts';

interface PowerTableProps {
  values: SessionValues;
  place: Pick<SessionLocation, 'country' | 'timeZone'>;
  /** Time of the last update, at which the curve ends. */
  until: string;
}

/** The values of the power chart as a table. Needs the text areas `chart` and `unit` (see `Route.strings`). */
export function PowerTable({ values, place, until }: PowerTableProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const time = (ms: number) => format.time(iso(ms));
  return (
    <Table>
      <caption>{t('chart.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.col.time')}</th>
          <th scope="col">{t('chart.col.power')}</th>
          <th scope="col">{t('chart.col.energy')}</th>
        </tr>
      </thead>
      <tbody>
        {tableRows(readingsOf(values, until), time).map(({ at, value, energyWh }) => (
          <tr key={at}>
            <th scope="row">{time(at)}</th>
            <td>{format.power(value)}</td>
            <td>{format.energy(energyWh, 2)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--t-sm);
  font-variant-numeric: tabular-nums;
  caption {
    text-align: left;
    color: var(--ink-2);
    padding-bottom: var(--s2);
  }
  th,
  td {
    text-align: right;
    padding: var(--s2) 0 var(--s2) var(--s2);
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  thead th {
    font-weight: 600;
  }
  tr > :first-child {
    text-align: left;
    padding-left: 0;
  }
`;
