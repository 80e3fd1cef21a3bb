import type { Text } from '../../../shared/console/operating.ts';
import { RUNBOOK } from '../../runtime/alerts.ts';

/** The kind of an alert as part of a text key, for example 'last-meter-value-missing'. */
export const alertSlug = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/**
 * The console's text for an alert: the event, the meaning, or the recommended action. For a kind that this version does not
 * know, the text contains the name of the kind.
 */
export function alertText(kind: string, part: 'what' | 'means' | 'do'): Text {
  const isKnown = Object.hasOwn(RUNBOOK, kind);
  return isKnown ? { key: `alerts.${alertSlug(kind)}.${part}` } : { key: `alerts.unknown.${part}`, values: { why: kind } };
}
