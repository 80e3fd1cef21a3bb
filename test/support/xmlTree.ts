/** An element of a parsed XML document. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#13': '\r' };
const TOKEN = /<\?xml[^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*>|([^<]+)/gy;

const plain = (text: string): string =>
  text.replace(/&([^;&]*);?/g, (entity, name: string) => {
    const sign = entity.endsWith(';') ? ENTITIES[name] : undefined;
    if (sign === undefined) throw new Error(`Not XML: ${entity}`);
    return sign;
  });

/**
 * Parses the part of XML that this app writes, without comments and empty-element tags.
 * @throws Error if the text is not well-formed
 */
export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const [, closed, opened, attributes = '', text] = TOKEN.exec(xml) ?? fail(`at ${at}`);
    const parent = open.at(-1) ?? fail('text after the end');
    if (closed !== undefined && open.pop()?.name !== closed) fail(`</${closed}>`);
    if (text !== undefined) parent.text += plain(text);
    if (opened === undefined) continue;
    const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]);
    const node: XmlNode = { name: opened, attributes: Object.fromEntries(pairs), children: [], text: '' };
    parent.children.push(node);
    open.push(node);
  }
  if (open.length !== 1 || root.children.length !== 1) fail('not one root');
  return root.children[0]!;
}

function fail(why: string): never {
  throw new Error(`Not XML: ${why}`);
}

/** Returns all elements at a path of names without namespace prefixes, for example 'A/B'. */
export function allAt(node: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce<XmlNode[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter(child => localName(child) === name)),
      [node],
    );
}

/** Returns the text of the first element at a path; null if there is none. */
export const textAt = (node: XmlNode, path: string): string | null => allAt(node, path)[0]?.text ?? null;

export const localName = ({ name }: XmlNode): string => name.replace(/^.*:/, '');
