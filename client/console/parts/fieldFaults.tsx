import { createContext, use } from 'react';
import type { Refusal, Text } from '../../../shared/console/operating.ts';
import { useWords } from '../core/translations.ts';
import { describedBy, FieldFault } from './FieldFault.tsx';

/** What is wrong with the fields of a form, by the names of the fields. */
export type FieldFaults = Readonly<Record<string, Text>>;

export const FieldFaultsContext = createContext<FieldFaults>({});

/** Keys of refusals that a field causes, by the name of the field. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  words: ['faults.refusal.noWords', 'faults.refusal.tooLong'],
  identity: ['stations.refusal.noIdentity', 'stations.refusal.isAdded'],
  list: ['emptyList', 'longList', 'areAdded', 'notInList', 'isInList', 'noVersion'].map(key => `stations.refusal.${key}`),
  name: ['stations.refusal.noName', 'stations.refusal.isConnected'],
  token: ['stations.refusal.noToken'],
  parties: ['stations.refusal.noParty'],
  evse: ['stations.refusal.noEvse'],
  message: ['stations.refusal.noMessage'],
  value: ['stations.refusal.longValue'],
  url: ['stations.refusal.noAddress', 'stations.refusal.noFirmwareAddress'],
  to: ['stations.refusal.noUploadAddress'],
  certificate: ['stations.refusal.halfSigned', 'stations.refusal.badSigning'],
};

/** Returns the field that causes a refusal, with the text of the refusal. Empty: no single field does. */
export function faultsOf(refusal: Refusal): FieldFaults {
  const text = refusal.kind === 'not-now' ? refusal.text : undefined;
  if (text?.key.endsWith('.noReason')) return { reason: text };
  const name = text && Object.keys(CAUSES).find(field => CAUSES[field]?.includes(text.key));
  return text && name ? { [name]: text } : {};
}

interface FieldFaultOptions {
  hint?: unknown;
  /** What is wrong with the value. Absent: the faults of the form say so. */
  given?: string | undefined;
}

/** Returns the attributes of an input, and what is wrong with its value, to show above the input. */
export function useFieldFault(name: string, { hint, given }: FieldFaultOptions = {}) {
  const { text } = useWords();
  const known = use(FieldFaultsContext)[name];
  const fault = given ?? (known && text(known));
  return {
    className: fault ? 'field field--error' : 'field',
    input: describedBy(name, { hint, fault }),
    shown: <FieldFault id={name} fault={fault} />,
  };
}
