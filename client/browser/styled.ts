// This import must come first, because it marks the document's styles before styled-components is evaluated.
import './sentStyles.ts';
import { __PRIVATE__ } from 'styled-components';
import { sentStyles } from './sentStyles.ts';

// Browser replacement of styled-components (see esbuild.config.mjs).
export * from 'styled-components';
export { default } from 'styled-components';

const { StyleSheet, mainSheet } = __PRIVATE__;
/** Matches the comment that follows the rules of a component. Each rule is one line (server/render/sentStyles.ts). */
const BEHIND_COMPONENT = /^\/\*([\w-]+) (.*)\*\/$/;

interface Sent {
  id: string;
  rules: readonly string[];
}

const sent: Sent[] = [];
for (const style of sentStyles) {
  let rules: string[] = [];
  for (const part of (style.textContent ?? '').split('\n')) {
    const [, id, names = ''] = BEHIND_COMPONENT.exec(part) ?? [];
    if (id === undefined) rules.push(part);
    else {
      // The order of component ids decides which CSS rule wins. They are registered in document order, before any component is
      // created.
      StyleSheet.registerId(id);
      for (const name of names.split(',')) if (name) mainSheet.registerName(id, name);
      sent.push({ id, rules });
      rules = [];
    }
  }
}

// The library does not insert style rules that the document already has. The order of rules matters, so the existing rules are
// added to the library's sheet before any new rule.
const { getTag } = mainSheet;
mainSheet.getTag = () => {
  mainSheet.getTag = getTag;
  const tag = mainSheet.getTag();
  for (const { id, rules } of sent.splice(0)) tag.insertRules(StyleSheet.registerId(id), [...rules]);
  for (const style of sentStyles) style.remove();
  return tag;
};

/** Writes the document's rules to the sheet now, so that the next new rule is written fast. */
export const rehydrateStyles = (): void => void mainSheet.getTag();
