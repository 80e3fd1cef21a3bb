import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Figure, FigureText } from './Figure.tsx';

interface FigureRowProps {
  label: ReactNode;
  /** A short text on the right of the label. */
  hint?: ReactNode;
  figure: ReactNode;
  unit?: string | undefined;
  /** A second value on the right of the figure: the value in bold, and a text below the value. */
  side?: { value: ReactNode; text?: ReactNode } | null;
}

/** The most prominent figure of a page with its label and a second value, such as the cost and the current price. */
export function FigureRow({ label, hint, figure, unit, side }: FigureRowProps) {
  return (
    <Box>
      <div>
        <b>{label}</b>
        {hint && <small>{hint}</small>}
      </div>
      <Figure unit={unit}>{figure}</Figure>
      {side && (
        <p>
          <b>{side.value}</b>
          {side.text && <small>{side.text}</small>}
        </p>
      )}
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: flex-end;
  gap: 0 var(--s3);
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
  > div {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--s3);
    margin-bottom: 0.35rem;
    > b {
      font-weight: 600;
    }
    svg {
      display: inline-block;
      width: 1.25rem;
      height: 1.25rem;
      vertical-align: -0.25em;
    }
  }
  > ${FigureText} {
    flex: 0 1 auto;
  }
  > p {
    flex: 1 1 auto;
    padding-bottom: 0.2rem;
    line-height: 1.3;
    text-align: right;
    font-variant-numeric: tabular-nums;
    > b {
      display: block;
      font-size: var(--t-md);
    }
    > small {
      display: block;
    }
  }
`;
