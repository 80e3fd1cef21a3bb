import type { Charging } from '../../../shared/charging/charging.ts';
import type { LegalKind, LegalText } from '../../../shared/model/legal.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export type LegalPageKind = Extract<LegalKind, 'terms' | 'privacy' | 'imprint' | 'publicInfo'>;

export interface LegalData {
  kind: LegalPageKind;
  /** Null: the client has no such text. That is no error of the visitor. */
  text: LegalText | null;
}

export function loadLegal(kind: LegalPageKind) {
  return async (charging: Charging, { params, locale }: PageRequest): Promise<Loaded<LegalData>> => {
    const clientId = params.clientId ?? 'house';
    // A client has a page of each kind, with or without a text.
    return { data: charging.getLegalText({ clientId, kind, locale }).then(text => ({ kind, text })) };
  };
}
