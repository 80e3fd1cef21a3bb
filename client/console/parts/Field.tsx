import type { InputHTMLAttributes } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';
import { describedBy, FieldFault } from './FieldFault.tsx';

interface FieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'required' | 'placeholder' | 'autoComplete'> {
  name: string;
  label: TextKey;
  hint?: TextKey;
  value: string;
  /** Maximum number of characters. Absent for dates and times. */
  limit?: number;
  /** What is wrong with the value. */
  fault?: string | undefined;
  className?: 'input--mid';
  /** True: in a row of fields, the field stays narrow. */
  isNarrow?: boolean;
}

/** A one-line input with a label and a hint. */
export function Field({
  name,
  label,
  hint,
  value,
  limit,
  className,
  isNarrow,
  fault,
  autoComplete = 'off',
  ...input
}: FieldProps) {
  const { t } = useWords();
  return (
    <div className={isNarrow ? 'field narrow' : 'field'}>
      <label htmlFor={name}>{t(label)}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {t(hint)}
        </p>
      )}
      <input
        className={className ? `input ${className}` : 'input'}
        id={name}
        name={name}
        defaultValue={value}
        maxLength={limit}
        autoComplete={autoComplete}
        {...describedBy(name, { hint, fault })}
        {...input}
      />
      <FieldFault id={name} fault={fault} />
    </div>
  );
}
