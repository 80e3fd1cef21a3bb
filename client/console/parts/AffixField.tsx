import { type TextKey, useWords } from '../core/translations.ts';

interface AffixFieldProps {
  name: string;
  label: string;
  hint?: TextKey;
  value: string | undefined;
  /** Unit behind the field. Absent: the label names the unit. */
  unit?: string;
}

/** A short field for a number, with its unit. */
export function AffixField({ name, label, hint, value, unit }: AffixFieldProps) {
  const { t } = useWords();
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {t(hint)}
        </p>
      )}
      <span className="affix">
        <input
          className="input input--short"
          id={name}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-describedby={hint && `${name}-hint`}
          defaultValue={value}
        />
        {unit}
      </span>
    </div>
  );
}
