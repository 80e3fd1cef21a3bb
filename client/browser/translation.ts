import { createContext, use } from 'react';
import type { Texts } from './texts.ts';

// esbuild.config.mjs replaces react-i18next by this module in browsers. Components call `useTranslation` as they do on the
// server.

export const TextsContext = createContext<Texts | null>(null);

export function useTranslation(): Pick<Texts, 't'> {
  const texts = use(TextsContext);
  if (texts === null) throw new Error('Used outside its provider');
  return texts;
}
