import { type TextKey, useWords } from '../core/translations.ts';
import { useFieldFault } from './fieldFaults.tsx';

interface AffixFieldProps {
  name: string;
  label: string;
  hint?: TextKey;
  value: string | undefined;
  /** Unit behind the field. Absent: the label names the unit. */
  unit?: string;
  /** What is wrong with the value. */
  fault?: string | undefined;
}

/** A short field for a number, with its unit. */
export function AffixField({ name, label, hint, value, unit, fault: given }: AffixFieldProps) {
  const { t } = useWords();
  const fault = useFieldFault(name, { hint, given });
  return (
    <div className={fault.className}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {t(hint)}
        </p>
      )}
      {fault.shown}
      <span className="affix">
        <input
          className="input input--short"
          id={name}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...fault.input}
          defaultValue={value}
        />
        {unit}
      </span>
    </div>
  );
}
