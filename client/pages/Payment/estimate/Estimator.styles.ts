import { styled } from 'styled-components';
import { Segment } from '../parts/LimitPicker.styles.ts';

/** A line that unfolds the estimator. In print it stays folded or open, because the binding prices are outside of it. */
export const Fold = styled.details`
  margin-top: var(--s3);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
  > summary {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-height: 52px;
    padding: var(--s2) var(--s3) var(--s2) var(--s4);
    border-radius: 9px;
    line-height: 1.35;
    cursor: pointer;
    list-style: none;
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  > summary:hover {
    background: var(--surface);
  }
  > summary b {
    font-size: var(--t-md);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 21em) {
    > summary {
      gap: var(--s1);
      padding-inline: var(--s2);
    }
    > summary b {
      font-size: 1rem;
    }
  }
  > summary > svg {
    margin-left: auto;
    color: var(--primary-text);
    transition: transform var(--ease);
  }
  &[open] > summary {
    border-bottom: 1px solid var(--line);
    border-radius: 9px 9px 0 0;
  }
  &[open] > summary > svg {
    transform: rotate(180deg);
  }
`;

export const Body = styled.div`
  padding: var(--s4);
  > * + * {
    margin-top: var(--s4);
  }
  > [role='status']:empty {
    margin: 0;
  }
  ${Segment} b {
    font-size: 1rem;
  }
`;

const MAX_SUGGESTIONS = 3;
const shownByChoice = Array.from(
  { length: MAX_SUGGESTIONS },
  (_, place) => `details:has([data-energy='${place}']:checked) &[data-place='${place}'] { display: block; }`,
).join('\n');

/** Content about one estimate. It is hidden unless the radio button of this estimate is checked. */
export const ForEnergy = styled.span`
  display: none;
  &[data-chosen] {
    display: block;
  }
  /**
   * CSS selects the content by the checked radio button. This also works without JavaScript, and after a browser has restored
   * the form.
   */
  details:has([data-energy]:checked) & {
    display: none;
  }
  ${shownByChoice}
`;
