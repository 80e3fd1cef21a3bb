import { useId } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';

interface ChecksProps {
  legend: TextKey;
  hint?: TextKey;
  /** `name`: name of the form field. `title` and `note`: the two lines beside the box. */
  entries: readonly { name: string; title: string; note: string }[];
  values: Readonly<Record<string, string>>;
}

/** A list of boxes to tick, on wide screens in two columns. */
export function Checks({ legend, hint, entries, values }: ChecksProps) {
  const { t } = useWords();
  const hintId = useId();
  return (
    <fieldset aria-describedby={hint && hintId}>
      <legend className="label">{t(legend)}</legend>
      {hint && (
        <p className="hint" id={hintId}>
          {t(hint)}
        </p>
      )}
      <div className="choices choices--pairs">
        {entries.map(({ name, title, note }) => (
          <label key={name} className="choice">
            <input type="checkbox" name={name} defaultChecked={values[name] !== undefined} />
            <span className="choice__text">
              <span className="choice__name">{title}</span>
              <span className="choice__meta">{note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
