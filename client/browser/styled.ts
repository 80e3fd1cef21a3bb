// This import comes first: it must find the styles of the document before the library is evaluated.
import './sentStyles.ts';
import { __PRIVATE__ } from 'styled-components';
import { sentStyles } from './sentStyles.ts';

// esbuild.config.mjs replaces styled-components by this module in browsers.
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
      // Registers the ids in the order of the document and before any component is created. The order decides which rule wins.
      StyleSheet.registerId(id);
      for (const name of names.split(',')) if (name) mainSheet.registerName(id, name);
      sent.push({ id, rules });
      rules = [];
    }
  }
}

// The library does not write known rules again. The first new rule of the library must go between the rules of the document, so
// the rules of the document are written first.
const { getTag } = mainSheet;
mainSheet.getTag = () => {
  mainSheet.getTag = getTag;
  const tag = mainSheet.getTag();
  for (const { id, rules } of sent.splice(0)) tag.insertRules(StyleSheet.registerId(id), [...rules]);
  for (const style of sentStyles) style.remove();
  return tag;
};

/** Makes the library write the rules of the document now, so that its next rule is fast. */
export const rehydrateStyles = (): void => void mainSheet.getTag();
