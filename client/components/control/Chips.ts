import { styled } from 'styled-components';

/** A group of chips. Each chip is a label around its radio button. */
export const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
`;

/** A framed choice with the height of a touch target. The chosen one has the brand's colour and a tick. */
export const Chip = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.4em;
  min-width: 4.2rem;
  min-height: 48px;
  margin: 0;
  padding: 0.4rem 0.9rem;
  border: 1.5px solid var(--line-strong);
  border-radius: 1.6rem;
  background: var(--page);
  color: var(--ink);
  font-size: 1rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  text-decoration: none;
  cursor: pointer;
  &:hover {
    background: var(--surface);
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  /* The tick takes its width from the padding, so that the chips beside and below stay in their places. */
  &:has(input:checked) {
    gap: 0.25rem;
    padding-inline: 0.535rem;
    background: var(--primary);
    color: var(--on-primary);
    border-color: var(--primary-edge);
  }
  &:has(input:checked)::before {
    content: '';
    width: 0.38rem;
    height: 0.72rem;
    margin-right: 0.1rem;
    border: solid currentColor;
    border-width: 0 2.5px 2.5px 0;
    transform: rotate(42deg) translate(-0.1rem, -0.05rem);
  }
  &:has(input:focus-visible) {
    outline: 3px solid var(--ink);
    outline-offset: 3px;
  }
  @media (forced-colors: active) {
    &:has(input:checked) {
      outline: 3px solid Highlight;
    }
  }
`;
