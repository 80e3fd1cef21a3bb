/** What a pasted link opens. A link to watch does not lead to a receipt, so the search shows a message for it. */
export type SessionLink = { kind: 'session'; sessionId: string } | { kind: 'order'; orderId: string } | { kind: 'watch' };

const MAX_LENGTH = 500;
const ID = String.raw`(?<id>[\w-]{16,64})(?![\w-])`;
const OPENS: readonly [RegExp, (id: string) => SessionLink][] = [
  [new RegExp(`/charging/${ID}`), sessionId => ({ kind: 'session', sessionId })],
  [new RegExp(`/pay/${ID}`), orderId => ({ kind: 'order', orderId })],
  [new RegExp(`/watch/${ID}`), () => ({ kind: 'watch' })],
  // Matches a bare session id, the last part of an address.
  [new RegExp(`^${ID}$`), sessionId => ({ kind: 'session', sessionId })],
];

/**
 * Reads a session link from pasted text: with or without host and language, inside a message, or only its last part. The host is
 * ignored, because the id alone identifies the session.
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
