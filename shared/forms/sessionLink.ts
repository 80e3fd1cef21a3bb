/**
 * The page that a pasted link opens. If it is a watch link, the search shows a message, because a watch link gives no access to
 * receipts.
 */
export type SessionLink = { kind: 'session'; sessionId: string } | { kind: 'order'; orderId: string } | { kind: 'watch' };

const MAX_LENGTH = 500;
const ID = String.raw`(?<id>[\w-]{16,64})(?![\w-])`;
const OPENS: readonly [RegExp, (id: string) => SessionLink][] = [
  [new RegExp(`/charging/${ID}`), sessionId => ({ kind: 'session', sessionId })],
  [new RegExp(`/pay/${ID}`), orderId => ({ kind: 'order', orderId })],
  [new RegExp(`/watch/${ID}`), () => ({ kind: 'watch' })],
  // Matches a session id alone, without the path before it.
  [new RegExp(`^${ID}$`), sessionId => ({ kind: 'session', sessionId })],
];

/**
 * Reads a session link from pasted text: a URL with or without host and language, a message that contains the URL, or a session
 * id. The host is ignored, because the id alone identifies the session.
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
