import type { InputHTMLAttributes } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';

interface FieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'required' | 'placeholder' | 'autoComplete'> {
  name: string;
  label: TextKey;
  hint?: TextKey;
  value: string;
  /** The most characters. */
  most: number;
  looks?: 'input--mid';
}

/** A label, a hint, and one line to type into. */
export function Field({ name, label, hint, value, most, looks, autoComplete = 'off', ...input }: FieldProps) {
  const { say } = useWords();
  return (
    <div className="field">
      <label htmlFor={name}>{say(label)}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {say(hint)}
        </p>
      )}
      <input
        className={looks ? `input ${looks}` : 'input'}
        id={name}
        name={name}
        defaultValue={value}
        maxLength={most}
        autoComplete={autoComplete}
        aria-describedby={hint && `${name}-hint`}
        {...input}
      />
    </div>
  );
}
