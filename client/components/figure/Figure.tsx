import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The most prominent figure of a page: a price, a cost, or the paid amount. */
export function Figure({ children, unit, role }: { children: ReactNode; unit?: ReactNode; role?: 'timer' }) {
  return (
    <FigureText role={role} aria-live={role ? 'off' : undefined}>
      {children}
      {unit && <small>{unit}</small>}
    </FigureText>
  );
}

export const FigureText = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.1em 0.15em;
  font-variant-numeric: tabular-nums;
  font-weight: 700;
  line-height: 1;
  letter-spacing: -0.025em;
  white-space: nowrap;
  font-size: var(--t-3xl);
  small {
    font-size: 0.36em;
    font-weight: 600;
    letter-spacing: 0;
    /* If space is short, the whole unit moves below the figure before its text wraps. */
    white-space: normal;
  }
  @media (max-width: 21em) {
    white-space: normal;
  }
  @media (max-width: 14em) {
    font-size: var(--t-xl);
  }
  @media print {
    font-size: 26pt;
  }
`;
