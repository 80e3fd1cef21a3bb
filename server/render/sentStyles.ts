import type { ServerStyleSheet } from 'styled-components';
import { createRecent, getOrMake } from '../../shared/util/recent.ts';

/** What the library writes behind a rule, and behind those of one component. */
const BEHIND_RULE = '/*!sc*/\n';
const BEHIND_COMPONENT = /data-styled\.g\d+\[id="([\w-]+)"\]\{content:"([^"]*?),?"\}\/\*!sc\*\/\n/g;

/** Pages differ little in their styles: so many signs of what the library has written are kept with what is sent for them. */
const MAX_CHARACTERS = 2_000_000;
const cache = createRecent<{ sent: string; size: number }>(MAX_CHARACTERS, ({ size }) => size);

/**
 * The styles of a sheet as client/browser/styled.ts reads them: a rule in each line, and behind those of one component a comment
 * with its id and its classes. A twelfth shorter than what the library writes for itself.
 */
export function sentStyles(sheet: ServerStyleSheet): string {
  const written = sheet.getStyleTags();
  const start = written.indexOf('>') + 1;
  const rules = written.slice(start);
  // The tag itself has the nonce of this answer.
  return written.slice(0, start) + getOrMake(cache, rules, () => shortened(rules)).sent;
}

function shortened(rules: string): { sent: string; size: number } {
  const sent = rules.replace(BEHIND_COMPONENT, '/*$1 $2*/\n').replaceAll(BEHIND_RULE, '\n');
  return { sent, size: rules.length + sent.length };
}
