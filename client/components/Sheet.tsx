import { type ReactNode, useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';

interface SheetProps {
  isOpen: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** One question above the page: at the lower edge of a phone, in the middle of a wide screen. */
export function Sheet({ isOpen, title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <Dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Dialog>
  );
}

const Dialog = styled.dialog`
  inset: auto 0 0;
  width: 100%;
  max-width: none;
  margin: 0;
  border: 0;
  border-radius: 14px 14px 0 0;
  padding: var(--s5) var(--gutter) calc(var(--s5) + env(safe-area-inset-bottom, 0px));
  background: var(--page);
  color: var(--ink);
  &::backdrop {
    background: var(--scrim);
  }
  > * + * {
    margin-top: var(--s3);
  }
  > * + *:last-child {
    margin-top: var(--s5);
  }
  @media (min-width: 40em) {
    inset: 0;
    margin: auto;
    width: min(36rem, 92vw);
    height: fit-content;
    max-height: 80vh;
    border-radius: var(--radius-lg);
    padding: var(--s6);
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
`;
