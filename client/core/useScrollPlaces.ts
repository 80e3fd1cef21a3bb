import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const KEY = 'scrollPlaces';
const MOST = 50;

type Places = Map<string, number>;

function readPlaces(): Places {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? (kept as [string, number][]) : []);
  } catch {
    return new Map();
  }
}

function keepPlaces(places: Places): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-MOST)));
  } catch {
    // A browser that keeps nothing begins at the top.
  }
}

/** Remembers how far down each page was left. Answers a function that scrolls to where the page now shown begins. */
export function useScrollPlaces(): () => void {
  const { key, pathname, search, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const id = `${key} ${pathname}${search}`;
  const places = useRef<Places>(new Map());
  const shown = useRef(id);

  useEffect(() => {
    const known = places.current;
    for (const [place, y] of readPlaces()) known.set(place, y);
    const note = () => {
      known.delete(shown.current);
      known.set(shown.current, window.scrollY);
    };
    // Within the app the browser would scroll before the page is there. To a document it brings people back by itself.
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    const giveBack = () => {
      window.history.scrollRestoration = 'auto';
      keepPlaces(known);
    };
    takeOver();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', giveBack);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', giveBack);
    };
  }, []);
  // From here on what is scrolled is the new page.
  useLayoutEffect(() => {
    shown.current = id;
  }, [id]);

  return () => {
    const target = hash && !isBack ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, isBack ? (places.current.get(id) ?? 0) : 0);
  };
}
