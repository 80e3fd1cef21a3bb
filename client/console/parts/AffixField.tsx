import { type TextKey, useWords } from '../core/translations.ts';
import { describedBy, FieldFault } from './FieldFault.tsx';

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
export function AffixField({ name, label, hint, value, unit, fault }: AffixFieldProps) {
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
          {...describedBy(name, { hint, fault })}
          defaultValue={value}
        />
        {unit}
      </span>
      <FieldFault id={name} fault={fault} />
    </div>
  );
}
