import type { ServerStyleSheet } from 'styled-components';

/** Markers that styled-components writes after each rule, and after the rules of each component. */
const BEHIND_RULE = '/*!sc*/\n';
const BEHIND_COMPONENT = /data-styled\.g\d+\[id="([\w-]+)"\]\{content:"([^"]*?),?"\}\/\*!sc\*\/\n/g;

/**
 * Formats a style sheet for client/browser/styled.ts: one rule per line, and after the rules of each component a comment with
 * its id and classes. This is a twelfth shorter than the format of styled-components.
 */
export const sentStyles = (sheet: ServerStyleSheet): string =>
  sheet.getStyleTags().replace(BEHIND_COMPONENT, '/*$1 $2*/\n').replaceAll(BEHIND_RULE, '\n');
