import { useEffect, useRef } from 'react';
import { isEnding, isOver, type SessionKind } from '../../../../shared/charging/session.ts';

/**
 * Moves the focus to the heading when the session ends, and when a change of the session's state removes the focused element.
 * After such a change, also scrolls to the top, where the state of the plug is.
 * @param isWhole true if the components of all states have loaded
 */
export function useHeadingFocus(kind: SessionKind, isWhole: boolean): void {
  const before = useRef(kind);
  const focused = useRef<HTMLElement>(null);
  // Runs after each render, because a stop passes through several states with different headings.
  useEffect(() => {
    if (isEnding(kind) && !isWhole) return;
    const isNew = before.current !== kind;
    before.current = kind;
    const isFocusLost = document.activeElement === document.body;
    const isStopRequested = isNew && (kind === 'stopping' || kind === 'unpriced' || kind === 'cancelling');
    const isHeadingRemoved = focused.current?.isConnected === false;
    if (!(isNew && isOver(kind)) && !(isFocusLost && (isStopRequested || isHeadingRemoved))) return;
    focused.current = document.querySelector<HTMLElement>('main h1');
    focused.current?.focus({ preventScroll: true });
    if (isNew) document.documentElement.scrollTop = 0;
  });
}
