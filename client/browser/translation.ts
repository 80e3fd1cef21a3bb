import { createContext, use } from 'react';
import type { Texts } from './texts.ts';

// In browsers this stands for react-i18next (esbuild.config.mjs): components ask for `t` as they do on the server.

export const TextsContext = createContext<Texts | null>(null);

export function useTranslation(): Pick<Texts, 't'> {
  const texts = use(TextsContext);
  if (texts === null) throw new Error('Used outside its provider');
  return texts;
}
