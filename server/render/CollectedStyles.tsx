import { LRUCache } from 'lru-cache';
import { type ComponentProps, type ReactNode, use } from 'react';
import { StyleSheetContext } from 'styled-components';
import { getOrMake } from '../../shared/util/getOrMake.ts';

type Stylis = NonNullable<ComponentProps<typeof StyleSheetContext>['value']>['stylis'];

/** Maximum number of cached rules. A style that depends on a number of the page has a different text for each number. */
const MAX_RULES = 3000;
const rulesOf = new LRUCache<string, string>({ max: MAX_RULES });
/** Separator of rules in a page, see sentStyles.ts. */
const BETWEEN = '\n';

/**
 * Caches compiled styles across pages. Each page has a new style sheet, but the same text under the same class name compiles to
 * the same rules.
 */
export function CachedStyles({ children }: { children: ReactNode }) {
  const context = use(StyleSheetContext);
  return <StyleSheetContext value={{ ...context, stylis: cachedStylis(context.stylis) }}>{children}</StyleSheetContext>;
}

function cachedStylis(stylis: Stylis): Stylis {
  const write: Stylis = Object.assign(
    (...request: Parameters<Stylis>) => {
      const [, selector, prefix] = request;
      // styled-components derives the class name from the text, so the class name suffices as a key. Without a class, the text is
      // the key.
      const key = selector && !prefix ? selector : request.join('\0');
      const rules = getOrMake(rulesOf, key, () => stylis(...request).join(BETWEEN));
      // Joined into one string, because a sheet inserts one string at a fraction of the cost.
      return rules === '' ? [] : [rules];
    },
    { hash: stylis.hash },
  );
  return write;
}
