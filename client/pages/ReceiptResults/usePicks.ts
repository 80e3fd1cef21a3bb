import { useCallback, useEffect, useState } from 'react';

/** Id of the form to which the checkboxes, fields and buttons of the export belong. */
export const EXPENSE_FORM_ID = 'hand-in';

/** Returns the checked receipts. `readPicks` reads them from the DOM, because a browser may restore checkboxes after a reload. */
export function usePicks(initial: readonly string[]): { picked: ReadonlySet<string>; readPicks(): void } {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(initial));
  const readPicks = useCallback(() => {
    const ticked = document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form=${EXPENSE_FORM_ID}]`);
    if (ticked.length > 0) setPicked(new Set([...ticked].filter(({ checked }) => checked).map(({ value }) => value)));
  }, []);
  useEffect(readPicks, [readPicks]);
  return { picked, readPicks };
}
