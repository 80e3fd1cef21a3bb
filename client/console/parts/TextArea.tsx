import type { TextareaHTMLAttributes } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';
import { useFieldFault } from './fieldFaults.tsx';

interface TextAreaProps extends Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'required' | 'placeholder'> {
  name: string;
  label: TextKey;
  hint: TextKey;
  value: string;
  /** Maximum number of characters. */
  limit: number;
  className?: 'mono';
}

/** An input of several lines with a label and a hint. */
export function TextArea({ name, label, hint, value, limit, className, ...input }: TextAreaProps) {
  const { t } = useWords();
  const fault = useFieldFault(name, { hint });
  return (
    <div className={fault.className}>
      <label htmlFor={name}>{t(label)}</label>
      <p className="hint" id={`${name}-hint`}>
        {t(hint)}
      </p>
      {fault.shown}
      <textarea
        className={className ? `input ${className}` : 'input'}
        id={name}
        name={name}
        maxLength={limit}
        defaultValue={value}
        {...fault.input}
        {...input}
      />
    </div>
  );
}
