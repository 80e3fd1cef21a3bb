import { type TextKey, useWords } from '../core/translations.ts';

interface StepsProps {
  names: readonly TextKey[];
  /** Position of the current step in `names`. */
  current: number;
}

/** Which step of how many a form shows, and the names of all steps. */
export function Steps({ names, current }: StepsProps) {
  const { t } = useWords();
  return (
    <p className="steps">
      <span>{t('acts.step', { step: current + 1, count: names.length })}</span>
      {names.map((name, place) => (place === current ? <b key={name}>{t(name)}</b> : <span key={name}>{t(name)}</span>))}
    </p>
  );
}
