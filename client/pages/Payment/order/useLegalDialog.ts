import { useEffect, useState } from 'react';
import type { LegalDialog } from './LegalDialog.tsx';

/** The window for legal texts; null until its code is there. It comes after the page: few open it, and nothing waits for it. */
export function useLegalDialog(): typeof LegalDialog | null {
  const [dialog, setDialog] = useState<typeof LegalDialog | null>(null);
  useEffect(() => {
    import('./LegalDialog.tsx').then(
      module => setDialog(() => module.LegalDialog),
      // Without it the links lead to the texts themselves.
      () => undefined,
    );
  }, []);
  return dialog;
}
