import { LRUCache } from 'lru-cache';
import { type ComponentProps, type ReactNode, use } from 'react';
import { StyleSheetContext } from 'styled-components';
import { getOrMake } from '../../shared/util/getOrMake.ts';

type Stylis = NonNullable<ComponentProps<typeof StyleSheetContext>['value']>['stylis'];

/** Styles that depend on a figure of the page have as many texts as figures. */
const MAX_RULES = 3000;
const rulesOf = new LRUCache<string, string>({ max: MAX_RULES });
/** As a page has them: see sentStyles.ts. */
const BETWEEN = '\n';

/** A sheet is new for each page, but the same text under the same name is the same rules: they are written once, not for each page. */
export function CachedStyles({ children }: { children: ReactNode }) {
  const context = use(StyleSheetContext);
  return <StyleSheetContext value={{ ...context, stylis: cachedStylis(context.stylis) }}>{children}</StyleSheetContext>;
}

function cachedStylis(stylis: Stylis): Stylis {
  const write: Stylis = Object.assign(
    (...request: Parameters<Stylis>) => {
      const [, selector, prefix] = request;
      // The library names a class after what is written in it; what has no class is told apart by its text.
      const key = selector && !prefix ? selector : request.join('\0');
      const rules = getOrMake(rulesOf, key, () => stylis(...request).join(BETWEEN));
      // As one, which a sheet takes at a fraction of the cost.
      return rules === '' ? [] : [rules];
    },
    { hash: stylis.hash },
  );
  return write;
}
