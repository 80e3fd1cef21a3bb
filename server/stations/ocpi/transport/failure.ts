import { type AnswerExcerpt, excerptInWords } from './answerExcerpt.ts';

/**
 * Why there is no readable response. 'not-sent': certainly not sent. 'no-answer': timeout or broken connection. 'redirect':
 * redirects are never followed. 'too-large', 'truncated', 'unreadable': the body.
 */
export type FailureKind = 'not-sent' | 'no-answer' | 'redirect' | 'too-large' | 'truncated' | 'unreadable' | 'forbidden-address';

interface FailureFacts {
  detail?: string;
  cause?: unknown;
  excerpt?: AnswerExcerpt | null;
}

/** Thrown when a request to a platform failed. The message is for logs: a code, without texts or addresses of the platform. */
export class OcpiFailure extends Error {
  override name = 'OcpiFailure';
  readonly kind: FailureKind;
  /** The unusable response. Null: there was none. For the operator, not for logs. */
  readonly excerpt: AnswerExcerpt | null;

  constructor(kind: FailureKind, { detail, cause, excerpt = null }: FailureFacts = {}) {
    super(detail === undefined ? kind : `${kind}: ${detail}`, { cause });
    this.kind = kind;
    this.excerpt = excerpt;
  }

  /** The code and the platform's response as a text for the operator. */
  get inWords(): string {
    return this.excerpt === null ? this.message : `${this.message}; answered ${excerptInWords(this.excerpt)}`;
  }

  /** True: the platform has not received the request, so the request had no effect. */
  get isUnsent(): boolean {
    return this.kind === 'not-sent' || this.kind === 'forbidden-address';
  }
}
