import { styled } from 'styled-components';

/** A heading with a short text (`small`) on its right, such as a price or a time. */
export const HeadLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 0 var(--s3);
  small {
    color: var(--ink-2);
    font-size: var(--t-sm);
    font-variant-numeric: tabular-nums;
  }
`;
