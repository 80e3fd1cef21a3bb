import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const KEY = 'scrollPlaces';
const MAX_POSITIONS = 50;

type ScrollPositions = Map<string, number>;

function readPositions(): ScrollPositions {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(stored) ? (stored as [string, number][]) : []);
  } catch {
    return new Map();
  }
}

function savePositions(positions: ScrollPositions): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-MAX_POSITIONS)));
  } catch {
    // If the browser refuses storage, a reloaded page starts at the top.
  }
}

/**
 * Records the scroll position of each visited page.
 * @returns a function that scrolls to the fragment or the recorded position of the current page, otherwise to the top
 */
export function useScrollPositions(): () => void {
  const { key, pathname, search, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const id = `${key} ${pathname}${search}`;
  const positions = useRef<ScrollPositions>(new Map());
  const shown = useRef(id);

  useEffect(() => {
    const known = positions.current;
    for (const [place, y] of readPositions()) known.set(place, y);
    const note = () => {
      known.delete(shown.current);
      known.set(shown.current, window.scrollY);
    };
    // Within the app, the browser would restore a position before the page is rendered, so the app does it instead. When the
    // document is left, the browser's restoration is switched on again.
    const disableScrollRestoration = () => {
      window.history.scrollRestoration = 'manual';
    };
    const giveBack = () => {
      window.history.scrollRestoration = 'auto';
      savePositions(known);
    };
    disableScrollRestoration();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pageshow', disableScrollRestoration);
    window.addEventListener('pagehide', giveBack);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pageshow', disableScrollRestoration);
      window.removeEventListener('pagehide', giveBack);
    };
  }, []);
  // After this, scroll events are recorded for the new page.
  useLayoutEffect(() => {
    shown.current = id;
  }, [id]);

  return () => {
    const target = hash && !isBack ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, isBack ? (positions.current.get(id) ?? 0) : 0);
  };
}
