import { styled } from 'styled-components';
import { TextLink } from '../../../components/control/Button.tsx';
import { Dialog } from '../../../components/control/Dialog.tsx';

/** A dialog in which only the text scrolls. Heading and button stay visible. */
export const TextDialog = styled(Dialog)`
  max-height: 92vh;
  padding: 0 0 env(safe-area-inset-bottom, 0px);
  overflow: hidden;
  &[open] {
    display: flex;
    flex-direction: column;
  }
  @media (min-width: 40em) {
    max-height: 80vh;
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

export const FullPageLink = styled(TextLink)`
  padding-top: var(--s4);
`;
