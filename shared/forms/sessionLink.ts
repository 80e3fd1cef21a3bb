/** The kind of page that a pasted session link opens. A link to watch opens no receipt, so the search shows a message. */
export type SessionLink = { kind: 'session'; sessionId: string } | { kind: 'order'; orderId: string } | { kind: 'watch' };

const MAX_LENGTH = 500;
const ID = String.raw`(?<id>[\w-]{16,64})(?![\w-])`;
const OPENS: readonly [RegExp, (id: string) => SessionLink][] = [
  [new RegExp(`/charging/${ID}`), sessionId => ({ kind: 'session', sessionId })],
  [new RegExp(`/pay/${ID}`), orderId => ({ kind: 'order', orderId })],
  [new RegExp(`/watch/${ID}`), () => ({ kind: 'watch' })],
  // Matches only the last part of an address.
  [new RegExp(`^${ID}$`), sessionId => ({ kind: 'session', sessionId })],
];

/**
 * Reads a session link from pasted text: with or without host and language, within a message, or only the last part. The host is
 * ignored, because only the id matters.
 * @returns null if the text contains no link
 */
export function readSessionLink(text: string): SessionLink | null {
  if (text.length > MAX_LENGTH) return null;
  for (const [pattern, link] of OPENS) {
    const id = pattern.exec(text.trim())?.groups?.id;
    if (id !== undefined) return link(id);
  }
  return null;
}
