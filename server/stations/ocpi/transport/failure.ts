import { type AnswerExcerpt, excerptInWords } from './answerExcerpt.ts';

/**
 * Why there is no readable response. 'not-sent': the request certainly did not leave the app. 'no-answer': timeout or broken
 * connection. 'redirect': the app does not follow redirects. 'too-large', 'truncated' and 'unreadable': the body is unusable.
 * 'forbidden-address': the URL is not HTTPS, or has a private address.
 */
export type FailureKind = 'not-sent' | 'no-answer' | 'redirect' | 'too-large' | 'truncated' | 'unreadable' | 'forbidden-address';

interface FailureFacts {
  detail?: string;
  cause?: unknown;
  excerpt?: AnswerExcerpt | null;
}

/** Thrown if a request to a CPO platform failed. The message is for logs: a code, without texts or addresses of the platform. */
export class OcpiFailure extends Error {
  override name = 'OcpiFailure';
  readonly kind: FailureKind;
  /** Excerpt of the unusable response, for staff. It must not be logged. Null: no response came. */
  readonly excerpt: AnswerExcerpt | null;

  constructor(kind: FailureKind, { detail, cause, excerpt = null }: FailureFacts = {}) {
    super(detail === undefined ? kind : `${kind}: ${detail}`, { cause });
    this.kind = kind;
    this.excerpt = excerpt;
  }

  /** Describes the failure and the CPO platform's response for staff. */
  get inWords(): string {
    return this.excerpt === null ? this.message : `${this.message}; answered ${excerptInWords(this.excerpt)}`;
  }

  /** True: the CPO platform did not receive the request, so the request had no effect. */
  get isUnsent(): boolean {
    return this.kind === 'not-sent' || this.kind === 'forbidden-address';
  }
}
