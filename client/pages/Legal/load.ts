import type { Charging } from '../../../shared/charging/charging.ts';
import type { LegalKind, LegalText } from '../../../shared/model/legal.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export type LegalPageKind = Extract<LegalKind, 'terms' | 'privacy' | 'imprint' | 'publicInfo'>;

export interface LegalData {
  kind: LegalPageKind;
  /** Null: the brand has not provided the text, and the page shows the brand's contact. */
  text: LegalText | null;
}

export function loadLegal(kind: LegalPageKind) {
  return async (charging: Charging, { params, locale }: PageRequest): Promise<Loaded<LegalData>> => {
    const clientId = params.clientId ?? 'house';
    // Not awaited: the status code does not depend on the text, so the server can start the document immediately.
    return { data: charging.getLegalText({ clientId, kind, locale }).then(text => ({ kind, text })) };
  };
}
