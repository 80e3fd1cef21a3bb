import { keyframes, styled } from 'styled-components';
import { ErrorLine } from '../form/Field.styles.ts';
import { Bar, BarLine } from '../layout/Columns.tsx';

const BAR = 'max(56px, 3.25rem) + 2.4rem';
const SAFE = 'env(safe-area-inset-bottom, 0px)';

/** On phones at the lower edge, above a page's action; on wide screens at the top right. */
export const Rack = styled.div`
  position: fixed;
  z-index: 8;
  left: var(--gutter);
  right: var(--gutter);
  bottom: calc(var(--s4) + ${SAFE});
  display: grid;
  pointer-events: none;
  body:has(${Bar}) & {
    bottom: calc(${BAR} + ${SAFE});
  }
  body:has(${Bar} ${BarLine}) & {
    bottom: calc(${BAR} + 2.1rem + ${SAFE});
  }
  body:has(${Bar} ${ErrorLine}) & {
    bottom: calc(${BAR} + 6.5rem + ${SAFE});
  }
  @media (max-height: 34em) {
    body:has(${Bar}) && {
      bottom: calc(var(--s4) + ${SAFE});
    }
  }
  @media (min-width: 40em) {
    &,
    body:has(${Bar}) &&& {
      left: auto;
      right: var(--s5);
      top: var(--s5);
      bottom: auto;
      width: 400px;
    }
  }
  @media print {
    display: none;
  }
`;

export const Region = styled.div`
  display: grid;
  gap: var(--s2);
  &:not(:empty) + &:not(:empty) {
    padding-top: var(--s2);
  }
`;

const arrive = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;

export const Card = styled.div`
  --c: var(--info);
  pointer-events: auto;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--s3);
  align-items: start;
  padding: var(--s1) var(--s1) var(--s1) var(--s3);
  background: var(--page);
  border: 1px solid var(--line-strong);
  border-left: 6px solid var(--c);
  border-radius: var(--radius);
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.22);
  animation: ${arrive} var(--ease);
  transition: opacity var(--ease), transform var(--ease);
  &[data-leaving] {
    opacity: 0;
    transform: translateY(8px);
  }
  &[data-variant='success'] {
    --c: var(--success);
  }
  &[data-variant='warning'] {
    --c: var(--warning);
  }
  &[data-variant='error'] {
    --c: var(--error);
  }
  > svg {
    color: var(--c);
    margin-top: 0.75rem;
  }
  @media (max-width: 18em) {
    grid-template-columns: minmax(0, 1fr) auto;
    > svg {
      display: none;
    }
    &:not(:last-child) {
      display: none;
    }
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
`;

export const Translator = styled.div`
  padding-block: 0.7rem;
  font-size: var(--t-sm);
  line-height: 1.4;
  b {
    display: block;
    font-size: 1rem;
  }
`;
