import { useEffect, useRef } from 'react';
import { isEnding, isOver, type SessionKind } from '../../../../shared/charging/session.ts';

/**
 * Moves the focus to the heading, once, when the visitor sees the session end; and when what had it is gone with the state
 * it belonged to. What is new then begins at the top of the page, with the words about the plug.
 * @param isWhole the view of every state is there
 */
export function useHeadingFocus(kind: SessionKind, isWhole: boolean): void {
  const before = useRef(kind);
  const focused = useRef<HTMLElement>(null);
  // After each answer: a stop has several headings, one after the other.
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
