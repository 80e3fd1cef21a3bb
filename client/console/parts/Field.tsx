import type { InputHTMLAttributes } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';
import { useFieldFault } from './fieldFaults.tsx';

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
  fault: given,
  autoComplete = 'off',
  ...input
}: FieldProps) {
  const { t } = useWords();
  const fault = useFieldFault(name, { hint, given });
  return (
    <div className={isNarrow ? `${fault.className} narrow` : fault.className}>
      <label htmlFor={name}>{t(label)}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {t(hint)}
        </p>
      )}
      {fault.shown}
      <input
        className={className ? `input ${className}` : 'input'}
        id={name}
        name={name}
        defaultValue={value}
        maxLength={limit}
        autoComplete={autoComplete}
        {...fault.input}
        {...input}
      />
    </div>
  );
}
