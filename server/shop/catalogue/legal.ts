import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import type { LegalKind, LegalSource, LegalText } from '../../../shared/model/legal.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient } from '../../store/shop/catalogue.ts';

/** Returns the legal text in the requested language, otherwise in the brand's main language; null if the brand has neither. */
export function findLegalSource(
  client: ClientRecord,
  kind: LegalKind,
  locale: Locale,
): (LegalSource & { locale: Locale }) | null {
  for (const language of [locale, client.mainLanguage]) {
    const text = client.legal[language]?.[kind];
    if (text) return { locale: language, ...text };
  }
  return null;
}

export async function getLegalText(
  context: OperatorContext,
  request: { clientId: string; kind: LegalKind; locale: Locale },
): Promise<LegalText | null> {
  const client = await findClient(context.store.db, request.clientId);
  if (!client && request.clientId !== NEUTRAL_BRAND) throw new Problem('no-client');
  const source = client && findLegalSource(client, request.kind, request.locale);
  if (!source) return null;
  return legalTextOf(source, request.kind);
}

/** Converts a stored legal text to the form that pages display. `nodes` contains only allowed HTML elements. */
export const legalTextOf = (source: LegalSource & { locale: Locale | null }, kind: LegalKind): LegalText => ({
  ...{ kind, locale: source.locale, hash: source.hash, nodes: source.nodes },
});
