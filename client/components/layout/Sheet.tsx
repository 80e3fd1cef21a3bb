import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { Dialog, useDialog } from '../control/Dialog.tsx';

interface SheetProps {
  isOpen: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that asks the visitor one question. */
export function Sheet({ isOpen, title, onClose, children }: SheetProps) {
  const titleId = useId();
  return (
    <Question {...useDialog({ isOpen, onClose })} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Question>
  );
}

const Question = styled(Dialog)`
  padding: var(--s5) var(--gutter) calc(var(--s5) + env(safe-area-inset-bottom, 0px));
  > * + * {
    margin-top: var(--s3);
  }
  > * + *:last-child {
    margin-top: var(--s5);
  }
  @media (min-width: 40em) {
    padding: var(--s6);
  }
`;
