import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';

const DONE = ['test', 'redelivered', 'on', 'removed'] as const;

/** Says which action was just performed. */
export function Done({ done }: { done: string | undefined }) {
  const { t } = useWords();
  const known = DONE.find(word => word === done);
  if (!known) return null;
  return (
    <div className="note note--success gap" role="status">
      <Icon name="circle-check" />
      <div>
        <b>{t(`webhooks.done.${known}`)}</b>
      </div>
    </div>
  );
}
