/** What a pasted address of ours opens. A link to watch opens no receipt, and that is worth telling. */
export type SessionLink = { kind: 'session'; sessionId: string } | { kind: 'order'; orderId: string } | { kind: 'watch' };

const MAX_LENGTH = 500;
const ID = String.raw`(?<id>[\w-]{16,64})(?![\w-])`;
const OPENS: readonly [RegExp, (id: string) => SessionLink][] = [
  [new RegExp(`/charging/${ID}`), sessionId => ({ kind: 'session', sessionId })],
  [new RegExp(`/pay/${ID}`), orderId => ({ kind: 'order', orderId })],
  [new RegExp(`/watch/${ID}`), () => ({ kind: 'watch' })],
  // The last part of the address alone.
  [new RegExp(`^${ID}$`), sessionId => ({ kind: 'session', sessionId })],
];

/**
 * Reads the address of a session out of whatever was pasted: with or without host and language, in the middle of a
 * message, or only its end. The host does not matter, because only the id is taken from it. Null: there is none.
 */
export function readSessionLink(text: string): SessionLink | null {
  if (text.length > MAX_LENGTH) return null;
  for (const [pattern, link] of OPENS) {
    const id = pattern.exec(text.trim())?.groups?.id;
    if (id !== undefined) return link(id);
  }
  return null;
}
