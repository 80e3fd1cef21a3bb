import { LRUCache } from 'lru-cache';
import { type ComponentProps, type ReactNode, use } from 'react';
import { StyleSheetContext } from 'styled-components';
import { getOrMake } from '../../shared/util/getOrMake.ts';

type Stylis = NonNullable<ComponentProps<typeof StyleSheetContext>['value']>['stylis'];

/**
 * Maximum number of cached rules. A limit is needed, because a style that contains a variable number compiles to a different
 * rule for each value.
 */
const MAX_RULES = 3000;
const rulesOf = new LRUCache<string, string>({ max: MAX_RULES });
/** Separator between the rules in a page, see sentStyles.ts. */
const BETWEEN = '\n';

/**
 * Caches compiled styles across pages. Each page has a new style sheet, but a style with the same class name always compiles to
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
      // styled-components derives the class name from the style, so the class name is enough as a key. If there is no class, the
      // style itself is the key.
      const key = selector && !prefix ? selector : request.join('\0');
      const rules = getOrMake(rulesOf, key, () => stylis(...request).join(BETWEEN));
      // All rules are joined, because inserting one string into a style sheet is much cheaper than inserting many.
      return rules === '' ? [] : [rules];
    },
    { hash: stylis.hash },
  );
  return write;
}
