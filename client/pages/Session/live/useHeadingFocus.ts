import { useEffect, useRef } from 'react';
import { isEnding, isOver, type SessionKind } from '../../../../shared/charging/session.ts';

/**
 * Moves the focus to the heading once when the session ends on screen, and when the focused element disappears with its state.
 * The page then starts at its top with the text about the plug.
 * @param isWhole true if the views of all states have loaded
 */
export function useHeadingFocus(kind: SessionKind, isWhole: boolean): void {
  const before = useRef(kind);
  const focused = useRef<HTMLElement>(null);
  // Runs after each update, because a stop has several headings one after another.
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
