// The styles that were sent are found before the library is evaluated.
import './sentStyles.ts';
import { __PRIVATE__ } from 'styled-components';
import { sentStyles } from './sentStyles.ts';

// In browsers this stands for styled-components (esbuild.config.mjs).
export * from 'styled-components';
export { default } from 'styled-components';

const { StyleSheet, mainSheet } = __PRIVATE__;
/** Behind the rules of one component, each of which is a line: see server/render/sentStyles.ts. */
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
      // In the order in which they were sent, before any component is made: it decides which rule counts.
      StyleSheet.registerId(id);
      for (const name of names.split(',')) if (name) mainSheet.registerName(id, name);
      sent.push({ id, rules });
      rules = [];
    }
  }
}

// What is known is not written. The first rule that is not, comes among those that were sent, so they are written before it.
const { getTag } = mainSheet;
mainSheet.getTag = () => {
  mainSheet.getTag = getTag;
  const tag = mainSheet.getTag();
  for (const { id, rules } of sent.splice(0)) tag.insertRules(StyleSheet.registerId(id), [...rules]);
  for (const style of sentStyles) style.remove();
  return tag;
};

/** Has the library write the rules that were sent, so that the next one it writes is quick. */
export const rehydrateStyles = (): void => void mainSheet.getTag();
