import { createElement, type ReactNode } from 'react';

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Elements whose content is not parsed as markup. */
const RAW = new Set(['style', 'script']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');

interface Open {
  tag: string;
  props: Record<string, unknown>;
  children: ReactNode[];
}

/** Parses HTML that React has rendered into React elements, so that the baseline can render the same page with React alone. */
export function elementsOf(html: string): ReactNode {
  const root: Open = { tag: '', props: {}, children: [] };
  const open = [root];
  const close = () => {
    const done = open.pop();
    if (done) open.at(-1)?.children.push(createElement(done.tag, done.props, ...done.children));
  };
  const TOKEN = /<!--.*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gis;
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    const [, closing, tag = '', attributes = '', text] = token;
    if (text !== undefined) open.at(-1)?.children.push(plain(text));
    else if (closing) close();
    else if (tag) {
      open.push({ tag, props: propsOf(attributes), children: [] });
      if (VOID.has(tag)) close();
      if (!RAW.has(tag)) continue;
      const end = html.indexOf(`</${tag}>`, TOKEN.lastIndex);
      Object.assign(open.at(-1)?.props ?? {}, { dangerouslySetInnerHTML: { __html: html.slice(TOKEN.lastIndex, end) } });
      TOKEN.lastIndex = end;
    }
  }
  return root.children;
}

const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  checked: 'defaultChecked',
  value: 'defaultValue',
};

function propsOf(attributes: string): Record<string, unknown> {
  const pairs = [...attributes.matchAll(/\s([^\s=>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => {
    const isSwitch = value === '' && !/^(data|aria)-|^(alt|value|class)$/.test(name);
    return [NAMES[name] ?? name, isSwitch ? true : plain(value)] as const;
  });
  return Object.fromEntries(pairs);
}
