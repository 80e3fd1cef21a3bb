import { createContext, use } from 'react';
import type { Texts } from './texts.ts';

// Browser replacement of react-i18next (see esbuild.config.mjs). Components call `useTranslation` as on the server.

export const TextsContext = createContext<Texts | null>(null);

export function useTranslation(): Pick<Texts, 't'> {
  const texts = use(TextsContext);
  if (texts === null) throw new Error('Used outside its provider');
  return texts;
}
