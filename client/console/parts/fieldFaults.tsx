import { createContext, use } from 'react';
import type { Refusal, Text } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** What is wrong with the fields of a form, by the names of the fields. */
export type FieldFaults = Readonly<Record<string, Text>>;

export const FieldFaultsContext = createContext<FieldFaults>({});

/** Keys of refusals that a field causes, by the name of the field. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  reason: ['faults.refusal.noReason', 'stations.refusal.noReason'],
  words: ['faults.refusal.noWords', 'faults.refusal.tooLong'],
  identity: ['stations.refusal.noIdentity', 'stations.refusal.isAdded'],
  list: ['emptyList', 'longList', 'areAdded', 'notInList', 'isInList', 'noVersion'].map(key => `stations.refusal.${key}`),
  name: ['stations.refusal.noName', 'stations.refusal.isConnected'],
  url: ['stations.refusal.noAddress'],
  token: ['stations.refusal.noToken'],
  parties: ['stations.refusal.noParty'],
  evse: ['stations.refusal.noEvse'],
  message: ['stations.refusal.noMessage'],
  value: ['stations.refusal.longValue'],
};

/** Returns the field that causes a refusal, with the text of the refusal. Empty: no single field does. */
export function faultsOf(refusal: Refusal): FieldFaults {
  const text = refusal.kind === 'not-now' ? refusal.text : undefined;
  const name = text && Object.keys(CAUSES).find(field => CAUSES[field]?.includes(text.key));
  return text && name ? { [name]: text } : {};
}

/** Returns the attributes of an input with a fault, and the text to show above the input. */
export function useFieldFault(name: string, hintId?: string) {
  const faults = use(FieldFaultsContext);
  const fault = faults[name];
  const describedBy = [hintId, fault && `${name}-fault`].filter(Boolean).join(' ') || undefined;
  return {
    className: fault ? 'field field--error' : 'field',
    input: {
      'aria-describedby': describedBy,
      ...(fault && { 'aria-invalid': true, autoFocus: Object.keys(faults)[0] === name }),
    },
    shown: fault && <FaultText name={name} fault={fault} />,
  };
}

function FaultText({ name, fault }: { name: string; fault: Text }) {
  const { text } = useWords();
  return (
    <p className="error-text" id={`${name}-fault`}>
      <Icon name="circle-alert" />
      <span>{text(fault)}</span>
    </p>
  );
}
