import type { ReactNode } from 'react';
import { styled } from 'styled-components';

interface MoneyBarProps {
  /** Amounts in minor units of one currency. `spentMinor`: charged or owed so far. `wholeMinor`: the hold. */
  spentMinor: number;
  wholeMinor: number;
  /** The refunded part of the spent amount. */
  refundedMinor?: number;
  /** The expected amount at the end of charging. Null: no forecast. */
  expectedMinor?: number | null;
  /** The bar as a sentence, for screen readers. */
  label: string;
  /** Short texts below the bar; one with `data-part="next"` has a line of its own. Screen readers skip them, because the sentence says the same. */
  children?: ReactNode;
}

/** A bar of the hold. Solid: spent. Hatched: expected. Dotted: refunded. Open: remains or is released. Needs `Hatches` on the page. */
export function MoneyBar({ spentMinor, wholeMinor, refundedMinor = 0, expectedMinor = null, label, children }: MoneyBarProps) {
  const share = (minor: number) => `${wholeMinor > 0 ? Math.min(100, Math.round((minor * 1000) / wholeMinor) / 10) : 0}%`;
  return (
    <Box role="img" aria-label={label}>
      <svg aria-hidden="true" focusable="false">
        <rect data-part="whole" width="100%" height="14" rx="2" />
        {expectedMinor !== null && <rect data-part="expected" width={share(expectedMinor)} height="14" rx="2" />}
        {refundedMinor > 0 && <rect data-part="refunded" width={share(spentMinor)} height="14" rx="2" />}
        <rect data-part="spent" width={share(spentMinor - refundedMinor)} height="14" rx="2" />
      </svg>
      {children && <p aria-hidden="true">{children}</p>}
    </Box>
  );
}

const Box = styled.div`
  margin-top: var(--s3);
  svg {
    width: 100%;
    height: 14px;
    overflow: visible;
  }
  [data-part='whole'] {
    fill: var(--page);
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  [data-part='expected'] {
    fill: url(#hatch-ink);
  }
  [data-part='refunded'] {
    fill: var(--page);
    stroke: var(--money);
    stroke-width: 1.5;
    stroke-dasharray: 2 2;
  }
  [data-part='spent'] {
    fill: var(--money);
  }
  p {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s4);
    margin-top: 0.35rem;
    font-size: var(--t-sm);
    line-height: 1.35;
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    text-wrap: pretty;
  }
  [data-part='next'] {
    flex: 1 0 100%;
    color: var(--ink);
  }
  b {
    color: var(--ink);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    [data-part='whole'] {
      fill: Canvas;
      stroke: CanvasText;
    }
    [data-part='spent'] {
      fill: CanvasText;
    }
  }
`;
