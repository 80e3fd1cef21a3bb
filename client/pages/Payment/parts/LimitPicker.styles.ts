import { styled } from 'styled-components';
import { Chip } from '../../../components/control/Chips.ts';

/** The heading on the left. The text on the right says that no more than the chosen amount is charged. */
export const Title = styled.legend`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 var(--s2);
  small {
    font-size: var(--t-sm);
    font-weight: 400;
    letter-spacing: 0;
    color: var(--ink-2);
  }
`;

/** Choices side by side. If their texts need more width, they stand in fewer columns. */
export const Segments = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(6rem, 100%), 1fr));
  gap: var(--s2);
`;

/* The tick in the corner extends beyond the chip by less than the margin of the page, which does not grow with the text. */
export const Segment = styled(Chip)`
  flex-direction: column;
  gap: 0;
  min-width: 0;
  min-height: 60px;
  padding: 0.35rem 0.2rem;
  border-radius: var(--radius);
  line-height: 1.2;
  text-align: center;
  b {
    font-size: clamp(1rem, 0.8rem + 1.1vw, 1.3rem);
  }
  small {
    font-size: var(--t-sm);
    font-weight: 400;
  }
  /* A chip in a row has its gap beside the tick. Here the gap would move the two lines apart. */
  &:has(input:checked) {
    gap: 0;
  }
  &:has(input:checked)::after {
    content: '';
    position: absolute;
    top: -0.62rem;
    right: max(-0.45rem, -10px);
    width: 1.35rem;
    height: 1.35rem;
    border-radius: 50%;
    background: var(--ink);
  }
  &:has(input:checked)::before {
    position: absolute;
    z-index: 1;
    top: -0.34rem;
    right: calc(max(-0.45rem, -10px) + 0.47rem);
    width: 0.36rem;
    height: 0.66rem;
    margin: 0;
    border-color: var(--page);
    transform: rotate(42deg);
  }
  @media (forced-colors: active) {
    &:has(input:checked)::before,
    &:has(input:checked)::after {
      display: none;
    }
  }
`;

const MAX_LIMITS = 8;
const shownByChoice = Array.from(
  { length: MAX_LIMITS },
  (_, place) => `form:has([data-limit='${place}']:checked) &[data-place='${place}'] { display: inline; }`,
).join('\n');

export const ForLimit = styled.span`
  display: none;
  &[data-chosen] {
    display: inline;
  }
  /**
   * CSS selects the content by the checked radio button. This also works without JavaScript, and after a browser has restored
   * the form.
   */
  form:has([data-limit]:checked) & {
    display: none;
  }
  ${shownByChoice}
`;
