import { type AnswerExcerpt, excerptInWords } from './answerExcerpt.ts';

/**
 * Why a request has no answer that can be read:
 * 'not-sent' for certain; 'no-answer' in time, or the connection broke; 'redirect', which is never followed;
 * 'too-large', 'truncated' or 'unreadable' bodies.
 */
export type FailureKind = 'not-sent' | 'no-answer' | 'redirect' | 'too-large' | 'truncated' | 'unreadable' | 'forbidden-address';

interface FailureFacts {
  detail?: string;
  cause?: unknown;
  excerpt?: AnswerExcerpt | null;
}

/** A request to a peer that came to nothing. The message is for logs: a code, never words or addresses of the peer. */
export class OcpiFailure extends Error {
  override name = 'OcpiFailure';
  readonly kind: FailureKind;
  /** The answer that could not be used; null: there was none. For the operator, not for logs. */
  readonly excerpt: AnswerExcerpt | null;

  constructor(kind: FailureKind, { detail, cause, excerpt = null }: FailureFacts = {}) {
    super(detail === undefined ? kind : `${kind}: ${detail}`, { cause });
    this.kind = kind;
    this.excerpt = excerpt;
  }

  /** For the operator: the code, and what the peer has answered. */
  get inWords(): string {
    return this.excerpt === null ? this.message : `${this.message}; answered ${excerptInWords(this.excerpt)}`;
  }

  /** The peer has not seen the request, so it has done nothing. */
  get isUnsent(): boolean {
    return this.kind === 'not-sent' || this.kind === 'forbidden-address';
  }
}
