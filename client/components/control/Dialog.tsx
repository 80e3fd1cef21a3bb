import { type RefObject, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

interface DialogParts {
  isOpen: boolean;
  onClose(): void;
}

/** Properties of a dialog. `isOpen` opens and closes the dialog, and `onClose` reports that the visitor has closed it. */
export function useDialog({ isOpen, onClose }: DialogParts): {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel(): void;
  onClose(): void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) ref.current?.showModal();
    else if (ref.current?.open) ref.current.close();
  }, [isOpen]);
  return {
    ref,
    // The Escape key. The `close` event follows later, and a fast visitor may have opened the dialog again by then.
    onCancel: onClose,
    onClose() {
      if (!ref.current?.open) onClose();
    },
  };
}

/** At the lower edge of a phone, in the middle of a wide screen. */
export const Dialog = styled.dialog`
  inset: auto 0 0;
  width: 100%;
  max-width: none;
  margin: 0;
  border: 0;
  border-radius: 14px 14px 0 0;
  background: var(--page);
  color: var(--ink);
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
