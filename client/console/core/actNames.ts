import { AUDITED_ACTS, type AuditedAct } from '../../../shared/console/audit.ts';
import type { ConsoleLocale } from './ConsoleContext.ts';
import { CONSOLE_TEXTS } from './translations.ts';

/** Returns the names of all staff actions in one language. */
export function actNames(locale: ConsoleLocale): Readonly<Record<AuditedAct, string>> {
  const acts = Object.keys(AUDITED_ACTS) as AuditedAct[];
  const texts = CONSOLE_TEXTS[locale].acts;
  return Object.fromEntries(acts.map(does => [does, texts[`name.${does}`]])) as Record<AuditedAct, string>;
}
