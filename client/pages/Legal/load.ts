import type { Charging } from '../../../shared/charging/charging.ts';
import type { LegalKind, LegalText } from '../../../shared/model/legal.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export type LegalPageKind = Extract<LegalKind, 'terms' | 'privacy' | 'imprint' | 'publicInfo'>;

export interface LegalData {
  kind: LegalPageKind;
  /** The text. Null: the brand has not provided it, and the page shows the brand's contact. */
  text: LegalText | null;
}

export function loadLegal(kind: LegalPageKind) {
  return async (charging: Charging, { params, locale }: PageRequest): Promise<Loaded<LegalData>> => {
    const clientId = params.clientId ?? 'house';
    // Not awaited: the page exists for each kind with or without a text, so its status code is known and the document can start
    // at once.
    return { data: charging.getLegalText({ clientId, kind, locale }).then(text => ({ kind, text })) };
  };
}
