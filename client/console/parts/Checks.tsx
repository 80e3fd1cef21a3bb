import { useId } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';

/** `name`: name of the form field. `title` and `note`: the two lines beside the box. */
interface Entry {
  name: string;
  title: string;
  note: string;
}
type Values = Readonly<Record<string, string>>;

interface ChecksProps {
  legend: TextKey;
  hint?: TextKey;
  entries: readonly Entry[];
  values: Values;
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
        {entries.map(entry => (
          <Box key={entry.name} entry={entry} values={values} />
        ))}
      </div>
    </fieldset>
  );
}

/** One box to tick. */
export function Check({ values, ...entry }: Entry & { values: Values }) {
  return (
    <div className="choices">
      <Box entry={entry} values={values} />
    </div>
  );
}

function Box({ entry: { name, title, note }, values }: { entry: Entry; values: Values }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} defaultChecked={values[name] !== undefined} />
      <span className="choice__text">
        <span className="choice__name">{title}</span>
        <span className="choice__meta">{note}</span>
      </span>
    </label>
  );
}
