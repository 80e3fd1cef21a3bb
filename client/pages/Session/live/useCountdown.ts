import { useEffect, useState } from 'react';

const leftMs = (asOf: string, until: string): number => Math.max(0, Date.parse(until) - Date.parse(asOf));
const seconds = (ms: number): number => Math.ceil(Math.max(0, ms) / 1000);

/**
 * Returns the whole seconds until an instant. The count starts from `asOf`, the time of the data by the server's clock: a
 * phone's clock may be wrong, and server and browser must render the same first value.
 */
export function useCountdown({ asOf, until }: { asOf: string; until: string }): number {
  const [left, setLeft] = useState(() => seconds(leftMs(asOf, until)));
  useEffect(() => {
    const endsAt = performance.now() + leftMs(asOf, until);
    const show = () => setLeft(seconds(endsAt - performance.now()));
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [asOf, until]);
  return left;
}

/** Formats seconds: 161 → "2:41". */
export const clockText = (left: number): string => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
