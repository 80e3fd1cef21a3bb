import { useEffect, useState } from 'react';
import type { LegalDialog } from './LegalDialog.tsx';

/** Returns the dialog for legal texts. Null: it is still loading. It is loaded after the page, because few visitors need it. */
export function useLegalDialog(): typeof LegalDialog | null {
  const [dialog, setDialog] = useState<typeof LegalDialog | null>(null);
  useEffect(() => {
    import('./LegalDialog.tsx').then(
      module => setDialog(() => module.LegalDialog),
      // If the dialog cannot be loaded, the links open the texts as pages.
      () => undefined,
    );
  }, []);
  return dialog;
}
