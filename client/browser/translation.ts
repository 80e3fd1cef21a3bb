import { createContext, use } from 'react';
import type { Texts } from './texts.ts';

// In browsers, esbuild.config.mjs replaces react-i18next by this module. Components call `useTranslation` as on the server.

export const TextsContext = createContext<Texts | null>(null);

export function useTranslation(): Pick<Texts, 't'> {
  const texts = use(TextsContext);
  if (texts === null) throw new Error('Used outside its provider');
  return texts;
}
