/** An XML element with either a text or child elements. `element` leaves out children that are `null`. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly XmlElement[];
}

export function element(
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return { name, attributes, content: typeof content === 'string' ? content : content.filter(child => child !== null) };
}

/** Writes a whole XML document in UTF-8, with one element per line. */
export const writeXml = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write({ name, attributes, content }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value).replaceAll('"', '&quot;')}"`);
  const inside =
    typeof content === 'string' ? escapeXml(content) : `\n${content.map(child => write(child, `${indent}  `)).join('')}${indent}`;
  return `${indent}<${name}${pairs.join('')}>${inside}</${name}>\n`;
}

/**
 * Escapes a text for XML. '>' is escaped because a text must not contain ']]>', and the carriage return because a parser would
 * replace it with a line feed. Characters that XML 1.0 does not allow are replaced with U+FFFD.
 */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSPEAKABLE, '\ufffd')
    .replace(/[&<>\r]/g, sign => ENTITIES[sign] ?? sign);

/** Matches all characters that XML 1.0 § 2.2 does not allow. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
