import { type ComponentProps, type ReactNode, use } from 'react';
import { StyleSheetContext } from 'styled-components';
import { createRecent } from '../../shared/recent.ts';

type Stylis = NonNullable<ComponentProps<typeof StyleSheetContext>['value']>['stylis'];

/** Styles that depend on a figure of the page have as many texts as figures. */
const MOST_TEXTS = 3000;
const rulesOf = createRecent<readonly string[]>(MOST_TEXTS);

/** A sheet is new for each page, but the same text under the same name is the same rules: they are written once, not for each page. */
export function KeptStyles({ children }: { children: ReactNode }) {
  const context = use(StyleSheetContext);
  return <StyleSheetContext value={{ ...context, stylis: kept(context.stylis) }}>{children}</StyleSheetContext>;
}

function kept(stylis: Stylis): Stylis {
  const write: Stylis = Object.assign(
    (...ask: Parameters<Stylis>) => {
      const key = ask.join('\0');
      const rules = rulesOf.get(key) ?? stylis(...ask);
      rulesOf.set(key, rules);
      return [...rules];
    },
    { hash: stylis.hash },
  );
  return write;
}
