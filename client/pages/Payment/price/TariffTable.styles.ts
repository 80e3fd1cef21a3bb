import { styled } from 'styled-components';

/* Phones show the rows as blocks, and browsers then drop the semantics of a table. The explicit ARIA roles prevent this. */
export const Head = styled.thead.attrs({ role: 'rowgroup' })``;
export const Body = styled.tbody.attrs({ role: 'rowgroup' })``;
export const HeadRow = styled.tr.attrs({ role: 'row' })``;
export const DayRow = styled.tr.attrs({ role: 'row' })``;
export const PeriodRow = styled.tr.attrs({ role: 'row' })``;
export const ColumnName = styled.th.attrs({ role: 'columnheader', scope: 'col' })``;
export const DayName = styled.th.attrs({ role: 'rowheader', scope: 'rowgroup' })``;
export const PeriodName = styled.th.attrs({ role: 'rowheader', scope: 'row' })``;
export const Cell = styled.td.attrs({ role: 'cell' })``;

export const EntryName = styled.span``;
/** One price with its name and notes. */
export const Entry = styled.div``;

export const Table = styled.table.attrs({ role: 'table' })`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  font-size: var(--t-sm);
  caption {
    text-align: left;
    color: var(--ink-2);
    padding-bottom: var(--s2);
  }
  th,
  td {
    text-align: left;
    vertical-align: top;
    font-weight: 400;
    overflow-wrap: normal;
  }
  small {
    display: block;
    font-size: inherit;
    color: var(--ink-2);
  }
  ${DayRow} th {
    font-weight: 700;
    font-size: 1rem;
    padding-top: var(--s4);
  }
  ${PeriodRow}[data-now] > th,
  ${PeriodRow}[data-now] ${EntryName} + span {
    font-weight: 700;
  }
  @media (max-width: 33.99em) {
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    &,
    caption,
    tbody,
    tr,
    th,
    td {
      display: block;
    }
    ${DayRow} {
      padding-bottom: var(--s1);
    }
    ${PeriodRow} {
      padding: var(--s2) 0 var(--s3);
      border-top: 1px solid var(--line);
    }
    ${PeriodRow} > th {
      font-weight: 600;
    }
    ${Entry} {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 var(--s4);
    }
    ${EntryName} {
      color: var(--ink-2);
    }
    ${EntryName} + span {
      margin-left: auto;
      text-align: right;
    }
    ${Entry} > small {
      flex-basis: 100%;
      margin-top: -0.15em;
    }
  }
  @media (min-width: 34em) {
    thead th {
      font-weight: 600;
      color: var(--ink-2);
      vertical-align: bottom;
      padding-bottom: var(--s2);
    }
    th,
    td {
      padding: var(--s2) var(--s3) var(--s2) 0;
    }
    th:last-child,
    td:last-child {
      padding-right: 0;
    }
    ${PeriodRow} > * {
      border-top: 1px solid var(--line);
    }
    ${Entry}[data-kind='energy'] {
      font-weight: 700;
      white-space: nowrap;
    }
    ${Entry}[data-alone] > ${EntryName} {
      display: none;
    }
    ${Entry}:not([data-alone]) > ${EntryName} {
      display: block;
      color: var(--ink-2);
    }
    ${Entry} + ${Entry} {
      margin-top: var(--s2);
    }
    ${PeriodRow} > th > span {
      display: block;
      width: max-content;
      margin-top: var(--s1);
    }
  }
`;
