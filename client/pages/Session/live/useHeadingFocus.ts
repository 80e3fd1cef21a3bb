import { useEffect, useRef } from 'react';
import { isOver, type SessionKind } from '../../../../shared/session.ts';

/**
 * Moves the focus to the heading, once, when the visitor sees the session end; and when the button just pressed is gone
 * with the state that had it.
 */
export function useHeadingFocus(kind: SessionKind): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    const heading = document.querySelector<HTMLElement>('main h1');
    const isFocusLost = document.activeElement === document.body;
    if (isOver(kind)) heading?.focus();
    else if (isFocusLost && (kind === 'stopping' || kind === 'cancelling')) heading?.focus({ preventScroll: true });
  }, [kind]);
}
