import { styled } from 'styled-components';

export const Verdict = styled.div`
  > * + * {
    margin-top: var(--s3);
  }
`;

/** A box in the colour of the verdict. Its icon and text say the same as the colour. */
export const Box = styled.div`
  --c: var(--warning);
  border: 2px solid var(--c);
  border-radius: var(--radius-lg);
  padding: var(--s4);
  @media (max-width: 18em) {
    padding-inline: var(--s2);
  }
  &[data-overall='ok'] {
    --c: var(--success);
  }
  &[data-overall='problem'] {
    --c: var(--error);
  }
  > * + * {
    margin-top: var(--s3);
    padding-top: var(--s3);
    border-top: 1px solid var(--line);
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;

export const Finding = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s3);
  align-items: center;
  > svg {
    color: var(--c);
  }
  b {
    display: block;
    font-size: var(--t-md);
    line-height: 1.3;
  }
  span span {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
  @media (max-width: 18em) {
    grid-template-columns: 1fr;
  }
`;

/** The signed energy on the left and the billed energy on the right, with an equals or not-equals sign between them. */
export const Balance = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: 0 var(--s3);
  align-items: start;
  b,
  i {
    font-size: var(--t-lg);
    line-height: 1.3;
    font-style: normal;
  }
  b {
    display: block;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  small {
    display: block;
    font-size: var(--t-sm);
    line-height: 1.35;
    color: var(--ink-2);
  }
  span:last-child {
    text-align: right;
  }
  &[data-differs] i {
    color: var(--error);
    font-weight: 700;
  }
  @media (max-width: 22em) {
    grid-template-columns: 1fr;
    span:last-child {
      text-align: left;
    }
  }
`;

export const Reasons = styled.ul`
  display: grid;
  gap: var(--s2);
  padding-left: 1.2em;
  list-style: disc;
`;

/** A public key. Drivers compare it character by character, or select the whole key with one click. */
export const Key = styled.code`
  display: block;
  padding: var(--s3);
  background: var(--surface);
  border-radius: var(--radius);
  font-size: var(--t-sm);
  line-height: 1.5;
  overflow-wrap: anywhere;
  user-select: all;
`;
