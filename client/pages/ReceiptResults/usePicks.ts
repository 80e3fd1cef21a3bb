import { useCallback, useEffect, useState } from 'react';

/** The form that all ticks, fields and buttons of the page belong to, wherever they stand. */
export const EXPENSE_FORM_ID = 'hand-in';

/** Which receipts are ticked, as the page itself tells: a browser may have ticked them again after a reload. */
export function usePicks(initial: readonly string[]): { picked: ReadonlySet<string>; readPicks(): void } {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(initial));
  const readPicks = useCallback(() => {
    const ticked = document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form=${EXPENSE_FORM_ID}]`);
    if (ticked.length > 0) setPicked(new Set([...ticked].filter(({ checked }) => checked).map(({ value }) => value)));
  }, []);
  useEffect(readPicks, [readPicks]);
  return { picked, readPicks };
}
