import { css, styled } from 'styled-components';

/** The heading on the left. The text on the right says why the amount is preselected. */
export const Title = styled.legend`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 var(--s3);
  small {
    font-size: var(--t-sm);
    font-weight: 400;
    letter-spacing: 0;
    color: var(--ink-2);
  }
`;

export const Segments = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
  @media (max-width: 21em) {
    grid-auto-flow: row;
  }
  @media (max-width: 30em) {
    &[data-long] {
      grid-auto-flow: row;
    }
  }
`;

/** The choices in one column. */
const stacked = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: baseline;
  gap: 0 var(--s2);
  padding-inline: var(--s4);
  text-align: right;
  @media (max-width: 16em) {
    grid-template-columns: 1fr;
    text-align: left;
  }
  &:not(:first-child) {
    border-left: 0;
    border-top: 1px solid var(--line-strong);
  }
  &:first-child {
    border-radius: 9px 9px 0 0;
  }
  &:last-child {
    border-radius: 0 0 9px 9px;
  }
`;

/* The check mark extends beyond its box, but by at most 12px, the margin of the page. The margin does not grow with the text. */
const tick = css`
  --out: max(-0.55rem, -12px);
  &:has(input:checked)::after {
    content: '';
    position: absolute;
    top: -0.7rem;
    right: var(--out);
    width: 1.5rem;
    height: 1.5rem;
    border-radius: 50%;
    background: var(--primary-line);
  }
  &:has(input:checked)::before {
    content: '';
    position: absolute;
    z-index: 1;
    top: -0.42rem;
    right: calc(var(--out) + 0.53rem);
    width: 0.42rem;
    height: 0.78rem;
    border: solid var(--page);
    border-width: 0 2.5px 2.5px 0;
    transform: rotate(42deg);
  }
`;

export const Segment = styled.label`
  position: relative;
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 1px;
  min-height: 48px;
  padding: var(--s3) var(--s2);
  text-align: center;
  line-height: 1.25;
  cursor: pointer;
  &:not(:first-child) {
    border-left: 1px solid var(--line-strong);
  }
  &:first-child {
    border-radius: 9px 0 0 9px;
  }
  &:last-child {
    border-radius: 0 9px 9px 0;
  }
  input {
    ${COVERING_INPUT}
  }
  b {
    font-size: var(--t-lg);
  }
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
  &:has(input:checked) {
    background: var(--primary-tint);
    box-shadow: 0 0 0 3px var(--primary-line);
    z-index: 1;
    border-color: transparent;
    small {
      color: var(--ink);
    }
  }
  ${tick}
  &:has(input:focus-visible) {
    outline: 3px solid var(--ink);
    outline-offset: 5px;
  }
  @media (max-width: 21em) {
    ${stacked}
  }
  @media (max-width: 30em) {
    ${Segments}[data-long] > & {
      ${stacked}
    }
  }
  @media (forced-colors: active) {
    @media (max-width: 30em) {
      grid-template-columns: repeat(2, auto) minmax(0, 1fr);
    }
    input {
      position: static;
      opacity: 1;
      width: 1.5rem;
      height: 1.5rem;
      margin: 0 auto var(--s1);
    }
    &::before,
    &::after {
      display: none;
    }
    &:has(input:checked) {
      outline: 3px solid Highlight;
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

import { COVERING_INPUT } from '../../../components/form/coveringInput.ts';
