import type { ReactNode } from 'react';
import { useFieldFault } from './fieldFaults.tsx';

interface RadiosProps {
  name: string;
  legend: string;
  choices: readonly { value: string; title: string; note?: ReactNode }[];
  /** The chosen value. A value that is no choice: the first choice. Null: none is chosen yet. */
  value: string | null;
}

/** A group of radio buttons, of which one is chosen. */
export function Radios({ name, legend, choices, value }: RadiosProps) {
  const chosen = value === null ? null : (choices.find(choice => choice.value === value) ?? choices[0]);
  const fault = useFieldFault(name);
  return (
    <fieldset id={name} className={fault.className} aria-describedby={fault.input['aria-describedby']}>
      <legend className="label">{legend}</legend>
      {fault.shown}
      <div className="choices">
        {choices.map(choice => (
          <label key={choice.value} className="choice">
            <input type="radio" name={name} value={choice.value} defaultChecked={choice === chosen} />
            <span className="choice__text">
              <span className="choice__name">{choice.title}</span>
              {choice.note && <span className="choice__meta">{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
