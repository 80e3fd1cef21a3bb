import { useEffect, useState } from 'react';
import type { LegalDialog } from './LegalDialog.tsx';

/**
 * The dialog of the legal texts. Null until its chunk has loaded. The chunk loads after the page, because few visitors open the
 * dialog.
 */
export function useLegalDialog(): typeof LegalDialog | null {
  const [dialog, setDialog] = useState<typeof LegalDialog | null>(null);
  useEffect(() => {
    import('./LegalDialog.tsx').then(
      module => setDialog(() => module.LegalDialog),
      // Without the dialog, the links open the texts as pages.
      () => undefined,
    );
  }, []);
  return dialog;
}
