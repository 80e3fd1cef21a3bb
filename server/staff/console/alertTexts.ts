import type { Text } from '../../../shared/console/operating.ts';
import { RUNBOOK } from '../../runtime/alerts.ts';

/** The name that the texts of a kind of alert have: 'last-meter-value-missing'. */
export const alertSlug = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** What happened, what it means and what to do, in the words of the console; of a kind that this version does not know, its name. */
export function alertText(kind: string, part: 'what' | 'means' | 'do'): Text {
  const isKnown = Object.hasOwn(RUNBOOK, kind);
  return isKnown ? { key: `alerts.${alertSlug(kind)}.${part}` } : { key: `alerts.unknown.${part}`, values: { why: kind } };
}
