// This import must come first: sentStyles.ts marks the styles of the document before styled-components is evaluated.
import './sentStyles.ts';
import { __PRIVATE__ } from 'styled-components';
import { sentStyles } from './sentStyles.ts';

// In browsers, esbuild.config.mjs replaces styled-components by this module.
export * from 'styled-components';
export { default } from 'styled-components';

const { StyleSheet, mainSheet } = __PRIVATE__;
/** Matches the comment after the rules of one component. Every rule is one line (server/render/sentStyles.ts). */
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
      // Registers the component ids in document order before any component is created, because this order decides which CSS rule
      // wins.
      StyleSheet.registerId(id);
      for (const name of names.split(',')) if (name) mainSheet.registerName(id, name);
      sent.push({ id, rules });
      rules = [];
    }
  }
}

// The library does not write rules again that are already in the document. Its first new rule must go between them, so all rules
// of the document are written to the sheet first.
const { getTag } = mainSheet;
mainSheet.getTag = () => {
  mainSheet.getTag = getTag;
  const tag = mainSheet.getTag();
  for (const { id, rules } of sent.splice(0)) tag.insertRules(StyleSheet.registerId(id), [...rules]);
  for (const style of sentStyles) style.remove();
  return tag;
};

/** Writes the rules of the document to the sheet now, so that the next new rule is fast. */
export const rehydrateStyles = (): void => void mainSheet.getTag();
