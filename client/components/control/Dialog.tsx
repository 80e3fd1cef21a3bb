import { type RefObject, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

interface DialogParts {
  isOpen: boolean;
  onClose(): void;
}

/**
 * Returns the properties of a dialog element that is open while `isOpen` is true. `onClose` is called when the visitor closes
 * the dialog.
 */
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
    // Handles the Escape key immediately. The later `close` event could arrive after the visitor has opened the dialog again.
    onCancel: onClose,
    onClose() {
      if (!ref.current?.open) onClose();
    },
  };
}

/** A dialog at the lower edge of phones, and in the middle of wide screens. */
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
    width: 35rem;
    max-height: 90vh;
    border-radius: var(--radius-lg);
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
`;
