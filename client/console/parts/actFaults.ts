import type { ActName } from '../../../shared/console/acts.ts';
import type { ActPreview, Text } from '../../../shared/console/operating.ts';
import { type ActForm, isAllAndPart } from './actForms.ts';

type Values = Readonly<Record<string, string>>;

/** What is wrong with each field, by the id of the field. Empty: the form is complete. */
export type ActFaults = Readonly<Record<string, Text>>;

type Lack = 'acts.refund.allOrPart' | 'acts.refund.chooseOne' | 'acts.unreadable';

/** Returns what is missing or cannot be read, by the id of the field. */
export function findFaults(form: ActForm, { does, read, values }: { does: ActName; read: unknown; values: Values }): ActFaults {
  const hasReason = !form.needsReason || (values.reason ?? '').trim() !== '';
  return {
    ...(!read && { [does === 'refund' ? 'part' : 'energy']: { key: unread(does, values) } }),
    ...(!hasReason && { reason: { key: 'acts.fault.reason' } }),
  };
}

/** Refusals of a refund that are faults of the typed amount. */
const AMOUNT_REFUSALS: readonly string[] = ['acts.no.amount', 'acts.no.whole', 'acts.no.most', 'acts.no.tokenRefund'];

/** Returns what is wrong with the typed amount. Null: the amount is possible. */
export const refusedAmount = (does: ActName, preview: ActPreview): Text | null =>
  does === 'refund' && preview.kind === 'not-now' && preview.text && AMOUNT_REFUSALS.includes(preview.text.key)
    ? preview.text
    : null;

function unread(does: ActName, values: Values): Lack {
  if (does !== 'refund') return 'acts.unreadable';
  if (isAllAndPart(values)) return 'acts.refund.allOrPart';
  return values.part?.trim() || values.how === 'part' ? 'acts.unreadable' : 'acts.refund.chooseOne';
}
