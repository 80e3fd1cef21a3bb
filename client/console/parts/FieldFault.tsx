import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** Text of each field with invalid input, by the id of the field. */
export type Faults = Readonly<Record<string, string>>;

/** Attributes of an input that name its hint and what is wrong with its value. */
export const describedBy = (id: string, { hint, fault }: { hint?: unknown; fault?: string | undefined }) => ({
  'aria-describedby': [fault ? `${id}-fault` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
  'aria-invalid': fault ? true : undefined,
});

/** Says above an input what is wrong with its value. */
export function FieldFault({ id, fault }: { id: string; fault: string | undefined }) {
  if (!fault) return null;
  return (
    <p className="error-text" id={`${id}-fault`}>
      <Icon name="circle-alert" />
      <span>{fault}</span>
    </p>
  );
}

interface FaultSummaryProps {
  faults: Faults;
  /** Returns the label of a field by its id. Absent: the fault names the field. */
  nameOf?(id: string): string;
}

/** Lists all invalid fields of a form above the form, each with a link to its field. */
export function FaultSummary({ faults, nameOf }: FaultSummaryProps) {
  const { t } = useWords();
  const ids = Object.keys(faults);
  if (ids.length === 0) return null;
  return (
    <div className="note note--error gap" role="alert">
      <Icon name="circle-alert" />
      <div>
        <b>{t('acts.faults', { count: ids.length })}</b>
        <ul>
          {ids.map(id => (
            <li key={id}>
              {nameOf ? (
                <>
                  <a href={`#${id}`}>{nameOf(id)}</a>: {faults[id]}
                </>
              ) : (
                <a href={`#${id}`}>{faults[id]}</a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
