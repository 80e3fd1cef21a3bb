import { keyframes, styled } from 'styled-components';
import { ErrorLine } from '../control/Field.styles.ts';
import { Bar } from '../layout/Columns.tsx';

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
  > div {
    padding-block: 0.7rem;
    font-size: var(--t-sm);
    line-height: 1.4;
  }
  b {
    display: block;
    font-size: 1rem;
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

/**
 * Places the toasts at the lower edge of phones, above the action bar, and at the top right of wide screens. On phones, the page
 * has extra space at its end, so that the visitor can scroll all content out from under the toasts.
 */
export const Rack = styled.div`
  --below: var(--s4);
  position: sticky;
  z-index: 8;
  bottom: 0;
  padding-inline: var(--gutter);
  pointer-events: none;
  > div:has(*) {
    display: grid;
    gap: var(--s2);
    padding-top: var(--s2);
  }
  &:has(${Card}) {
    padding-bottom: calc(var(--below) + env(safe-area-inset-bottom, 0px));
  }
  body:has(${Bar}) & {
    --below: calc(max(56px, 3.25rem) + 2.4rem);
  }
  body:has(${Bar} p) & {
    --below: calc(max(56px, 3.25rem) + 4.5rem);
  }
  body:has(${Bar} ${ErrorLine}) & {
    --below: calc(max(56px, 3.25rem) + 8.9rem);
  }
  @media (max-height: 34em) {
    &&&& {
      --below: var(--s4);
    }
  }
  @media (min-width: 40em) {
    &&& {
      position: fixed;
      inset: var(--s5) var(--s5) auto auto;
      width: 400px;
      padding: 0;
    }
  }
  @media print {
    display: none;
  }
`;
