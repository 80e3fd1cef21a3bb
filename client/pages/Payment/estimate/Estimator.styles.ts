import { styled } from 'styled-components';
import { Segment } from '../parts/LimitPicker.styles.ts';

/** On the right of the line that unfolds the estimator. */
export const Word = styled.span`
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: var(--s1);
  margin-left: auto;
  color: var(--primary-text);
  white-space: nowrap;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
  svg {
    transition: transform var(--ease);
  }
`;

/** A line that unfolds the estimator. In print it stays folded or open, because the binding prices are outside of it. */
export const Fold = styled.details`
  margin-top: var(--s2);
  > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s2);
    min-height: 48px;
    font-size: var(--t-sm);
    line-height: 1.35;
    cursor: pointer;
    list-style: none;
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  > summary b {
    font-variant-numeric: tabular-nums;
  }
  &[open] > summary svg {
    transform: rotate(180deg);
  }
`;

export const Body = styled.div`
  padding-block: var(--s3) var(--s4);
  > * + * {
    margin-top: var(--s4);
  }
  > h3 + * {
    margin-top: var(--s3);
  }
  > [role='status']:empty {
    margin: 0;
  }
  ${Segment} {
    min-height: 48px;
    b {
      font-size: 1rem;
    }
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
