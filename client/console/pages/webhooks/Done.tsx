import { useWords } from '../../core/translations.ts';
import { DoneNote } from '../../parts/DoneNote.tsx';

const DONE = ['test', 'redelivered', 'on', 'removed'] as const;

/** Says which action was just performed. */
export function Done({ done }: { done: string | undefined }) {
  const { t } = useWords();
  const known = DONE.find(word => word === done);
  if (!known) return null;
  return <DoneNote>{t(`webhooks.done.${known}`)}</DoneNote>;
}
