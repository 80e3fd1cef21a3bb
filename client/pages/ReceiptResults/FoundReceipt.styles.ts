import { styled } from 'styled-components';
import { ButtonLink } from '../../components/control/Button.tsx';

export const Item = styled.li`
  border-top: 2px solid var(--ink);
  padding-block: var(--s4) var(--s5);
  > * + * {
    margin-top: var(--s3);
  }
  &:last-child {
    padding-bottom: 0;
  }
  @media print {
    break-inside: avoid;
  }
`;

export const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: var(--s1) var(--s4);
  h2 {
    font-variant-numeric: tabular-nums;
  }
`;

export const Price = styled.span`
  font-size: var(--t-xl);
  font-weight: 700;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** The documents beside each other where there is room. */
export const Pair = styled.div`
  display: grid;
  gap: var(--s3);
  ${ButtonLink} {
    font-size: 1rem;
    min-height: max(52px, 3rem);
  }
  @media (min-width: 34em) {
    grid-template-columns: 3fr 2fr;
  }
`;

/** Checked on the screen; the printed list stays a list. */
export const OnScreen = styled.div`
  > * + * {
    margin-top: var(--s4);
  }
  @media print {
    display: none;
  }
`;
