import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export interface RowFacts {
  label: ReactNode;
  value: ReactNode;
  /** Smaller text below the label. */
  note?: ReactNode;
  isTotal?: boolean;
}

/** Rows with the label on the left, the figure on the right and a thin line between rows. */
export function Rows({ rows, isRuled = false }: { rows: readonly RowFacts[]; isRuled?: boolean }) {
  return (
    <List data-ruled={isRuled ? '' : undefined}>
      {rows.map(({ label, value, note, isTotal }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
        <div key={place} data-total={isTotal ? '' : undefined}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl`
  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s4);
    padding-block: var(--s2);
    border-top: 1px solid var(--line);
  }
  > div:first-child {
    border-top: 0;
  }
  &[data-ruled] {
    border-block: 1px solid var(--line);
  }
  dt {
    color: var(--ink-2);
    flex: 1 1 min(6rem, 100%);
    /* If a word does not fit beside the figure, it moves to a line above the figure. */
    max-width: 100%;
    overflow-wrap: break-word;
  }
  dd {
    margin-left: auto;
    text-align: right;
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  dt small {
    display: block;
    font-size: var(--t-sm);
    line-height: 1.35;
  }
  > div[data-total] {
    border-top: 2px solid var(--ink);
    dt,
    dd {
      color: var(--ink);
      font-weight: 700;
      font-size: var(--t-md);
    }
  }
`;
