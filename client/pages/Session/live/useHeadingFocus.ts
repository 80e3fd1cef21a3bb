import { useEffect, useRef } from 'react';
import { isEnding, isOver, type SessionKind } from '../../../../shared/session.ts';

/**
 * Moves the focus to the heading, once, when the visitor sees the session end; and when the button just pressed is gone
 * with the state that had it.
 * @param isWhole the view of every state is there
 */
export function useHeadingFocus(kind: SessionKind, isWhole: boolean): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind || (isEnding(kind) && !isWhole)) return;
    before.current = kind;
    const heading = document.querySelector<HTMLElement>('main h1');
    const isFocusLost = document.activeElement === document.body;
    if (isOver(kind)) heading?.focus();
    else if (isFocusLost && (kind === 'stopping' || kind === 'cancelling')) heading?.focus({ preventScroll: true });
  }, [kind, isWhole]);
}
