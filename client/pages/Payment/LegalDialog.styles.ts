import { styled } from 'styled-components';
import { TextLink } from '../../components/Button.tsx';

/** At the lower edge of a phone, in the middle of a wide screen; only its text scrolls. */
export const Dialog = styled.dialog`
  inset: auto 0 0;
  width: 100%;
  max-width: none;
  max-height: 92vh;
  margin: 0;
  border: 0;
  border-radius: 14px 14px 0 0;
  padding: 0 0 env(safe-area-inset-bottom, 0px);
  background: var(--page);
  color: var(--ink);
  overflow: hidden;
  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: var(--scrim);
  }
  @media (min-width: 40em) {
    inset: 0;
    margin: auto;
    width: min(36rem, 92vw);
    height: fit-content;
    max-height: 80vh;
    border-radius: var(--radius-lg);
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
`;

export const Head = styled.div`
  display: flex;
  align-items: flex-start;
  gap: var(--s3);
  padding: var(--s3) var(--gutter);
  border-bottom: 1px solid var(--line);
  h2 {
    flex: 1;
    padding-block: 0.6rem;
  }
`;

export const Body = styled.div`
  flex: 1;
  overflow: auto;
  overscroll-behavior: contain;
  padding: var(--s4) var(--gutter);
  &:focus-visible {
    outline-offset: -3px;
  }
`;

export const Foot = styled.div`
  padding: var(--s3) var(--gutter);
  border-top: 1px solid var(--line);
`;

export const Elsewhere = styled(TextLink)`
  padding-top: var(--s4);
`;
