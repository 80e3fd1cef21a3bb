import { type ReactNode, useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';
import { Dialog, useDialog } from '../control/Dialog.tsx';

interface SheetProps {
  isOpen: boolean;
  title: string;
  /** True: the title takes the focus, because the content is loaded after the dialog is open. False: the first control. */
  isTitleFocused?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that asks the visitor one question. */
export function Sheet({ isOpen, title, isTitleFocused = false, onClose, children }: SheetProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useDialog({ isOpen, onClose });
  useEffect(() => {
    if (isOpen && isTitleFocused) heading.current?.focus({ preventScroll: true });
  }, [isOpen, isTitleFocused]);
  return (
    <Question {...dialog} aria-labelledby={titleId}>
      <h2 ref={heading} id={titleId} tabIndex={isTitleFocused ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </Question>
  );
}

const Question = styled(Dialog)`
  padding: var(--s5) var(--gutter) calc(var(--s5) + env(safe-area-inset-bottom, 0px));
  > * + * {
    margin-top: var(--s3);
  }
  h2:focus {
    outline: 0;
  }
  > * + *:last-child {
    margin-top: var(--s5);
  }
  @media (min-width: 40em) {
    padding: var(--s6);
  }
`;
