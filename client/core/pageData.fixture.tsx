import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { type ComponentType, createElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import type { Charging } from '../../shared/charging/charging.ts';
import { I18N_OPTIONS, TEXTS } from '../../shared/charging/i18n.ts';
import { ChargingContext, CurrentPage, type FormState, fulfilled, LoaderContext, type Visit, VisitContext } from './pageData.tsx';
import { ROUTES } from './routes.ts';

interface ShownPage<T> {
  content: ComponentType<{ data: T }>;
  params: Readonly<Record<string, string>>;
  data: T;
  /** Areas of texts to load. Texts of all other areas are rendered as their keys. */
  strings: readonly string[];
  visit: Visit;
  charging?: Partial<Charging>;
  form?: FormState;
  formToken?: string;
}

/** Renders a page in English with the given data. */
export function showContent<T>({ content, params, data, strings, visit, charging = {}, form, formToken }: ShownPage<T>) {
  const texts = Object.fromEntries(strings.map(area => [area, JSON.parse(readFileSync(`locales/en/${area}.json`, 'utf8'))]));
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { [TEXTS]: texts } } });
  const view = fulfilled({
    route: ROUTES[0],
    params,
    content: createElement<{ data: T }>(content, { data }),
    form: form ?? null,
    formToken: formToken ?? null,
  });
  return render(
    <MemoryRouter>
      <I18nextProvider i18n={i18n}>
        <VisitContext value={visit}>
          <ChargingContext value={charging as Charging}>
            <LoaderContext value={{ view: () => view, loadTexts: async () => undefined }}>
              <main>
                <CurrentPage />
              </main>
            </LoaderContext>
          </ChargingContext>
        </VisitContext>
      </I18nextProvider>
    </MemoryRouter>,
  );
}
