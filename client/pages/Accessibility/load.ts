import type { Charging } from '../../../shared/charging/charging.ts';
import type { LegalText } from '../../../shared/model/legal.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface AccessibilityData {
  /** The brand's own statement. Null: the page shows the general statement. */
  text: LegalText | null;
}

export async function load(charging: Charging, { params, locale }: PageRequest): Promise<Loaded<AccessibilityData>> {
  const clientId = params.clientId ?? 'house';
  return { data: charging.getLegalText({ clientId, kind: 'accessibility', locale }).then(text => ({ text })) };
}
