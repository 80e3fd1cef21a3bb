import { styled } from 'styled-components';
import { FigureText } from '../../../components/figure/Figure.tsx';

export const MainPrice = styled.p`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: var(--s1) var(--s3);
  ${FigureText} {
    font-size: min(clamp(2.25rem, 1rem + 7.6vw, 3.25rem), 17vw);
    /* The text beside the figure shrinks first. If both still do not fit on one line, the unit moves below the figure. */
    flex-shrink: 1000;
    small {
      font-size: max(0.36em, 0.9rem);
    }
  }
  @media (max-width: 24em) {
    flex-wrap: wrap;
  }
`;

/** Text on the right of the figure: VAT, and the next price. */
export const Side = styled.span`
  min-width: 0;
  text-align: right;
  display: grid;
  justify-items: end;
  margin-left: auto;
  line-height: 1.3;
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
`;

export const Condition = styled.dd``;

/** The fees beside the main price: an icon, the name above its condition, and the figure on the right. */
export const Fees = styled.dl`
  margin-top: var(--s2);
  > div {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 var(--s3);
    align-items: center;
    padding-block: 0.35rem;
    line-height: 1.3;
    @media (max-width: 14em) {
      grid-template-columns: 1fr;
    }
  }
  svg {
    grid-row: span 2;
    color: var(--ink-2);
  }
  dd {
    grid-row: span 2;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: right;
    white-space: nowrap;
  }
  ${Condition} {
    grid-column: 2;
    grid-row: auto;
    font-size: var(--t-sm);
    font-weight: 400;
    text-align: left;
    color: var(--ink-2);
    text-wrap: pretty;
    white-space: normal;
  }
  @media (max-width: 14em) {
    dd,
    ${Condition} {
      grid-column: 1;
      text-align: left;
    }
  }
`;

export const FeeNames = styled.span`
  color: var(--ink-2);
`;

/** The word for free charging in the size of a price. */
export const FreeLine = styled.p`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-bottom: var(--s2);
  svg {
    color: var(--data-line);
  }
`;
