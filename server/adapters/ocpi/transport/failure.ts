/**
 * Why a request has no answer that can be read:
 * 'not-sent' for certain; 'no-answer' in time, or the connection broke; 'redirect', which is never followed;
 * 'too-large', 'truncated' or 'unreadable' bodies.
 */
export type FailureKind = 'not-sent' | 'no-answer' | 'redirect' | 'too-large' | 'truncated' | 'unreadable' | 'forbidden-address';

/** A request to a peer that came to nothing. The message is for logs: a code, never words or addresses of the peer. */
export class OcpiFailure extends Error {
  override name = 'OcpiFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(detail === undefined ? kind : `${kind}: ${detail}`, { cause });
    this.kind = kind;
  }

  /** The peer has not seen the request, so it has done nothing. */
  get isUnsent(): boolean {
    return this.kind === 'not-sent' || this.kind === 'forbidden-address';
  }
}
