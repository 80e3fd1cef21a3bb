import type { ReactNode } from 'react';

interface RadiosProps {
  name: string;
  legend: string;
  choices: readonly { value: string; title: string; note?: ReactNode }[];
  /** The chosen value. A value that is no choice: the first choice. */
  value: string;
}

/** A group of radio buttons, of which one is chosen. */
export function Radios({ name, legend, choices, value }: RadiosProps) {
  const chosen = choices.find(choice => choice.value === value) ?? choices[0];
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
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
