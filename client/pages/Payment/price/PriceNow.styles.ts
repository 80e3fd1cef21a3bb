import { styled } from 'styled-components';
import { FigureText } from '../../../components/figure/Figure.tsx';

export const MainPrice = styled.p`
  display: flex;
  align-items: center;
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

/** Text on the right of the figure: since when the price applies, and additional fees. */
export const Side = styled.span`
  min-width: 0;
  text-align: right;
  display: grid;
  justify-items: end;
  gap: 0.2rem;
  margin-left: auto;
  line-height: 1.2;
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
`;

export const Condition = styled.dd``;

export const Fees = styled.dl`
  margin-top: var(--s2);
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s4);
    padding-block: 0.3rem;
    border-top: 1px solid var(--line);
  }
  > div:first-child {
    border-top: 0;
  }
  dt {
    color: var(--ink-2);
    /* If the name of a fee does not fit beside its figure, it moves to a line above the figure. */
    flex: 1 1 min(6rem, 100%);
  }
  dd {
    margin-left: auto;
    font-weight: 600;
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  ${Condition} {
    flex-basis: 100%;
    text-align: left;
    white-space: normal;
    font-weight: 400;
    font-size: var(--t-sm);
    line-height: 1.35;
    color: var(--ink-2);
    text-wrap: pretty;
  }
`;
