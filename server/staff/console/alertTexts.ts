import type { Text } from '../../../shared/console/operating.ts';
import { RUNBOOK } from '../../runtime/alerts.ts';

/** Converts the kind of an alert to a part of a text key, for example 'last-meter-value-missing'. */
export const alertSlug = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/**
 * Returns the console's text for an alert: the event ('what'), its meaning ('means') or the recommended action ('do'). For a
 * kind that this version of the app does not know, the text contains the raw kind.
 */
export function alertText(kind: string, part: 'what' | 'means' | 'do'): Text {
  const isKnown = Object.hasOwn(RUNBOOK, kind);
  return isKnown ? { key: `alerts.${alertSlug(kind)}.${part}` } : { key: `alerts.unknown.${part}`, values: { why: kind } };
}
