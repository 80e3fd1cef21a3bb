import { type AnswerExcerpt, excerptInWords } from './answerExcerpt.ts';

/**
 * Why there is no readable response. 'not-sent': the request certainly did not leave. 'no-answer': timeout or broken connection.
 * 'redirect': the CPO platform redirects, which is not followed. 'too-large', 'truncated' and 'unreadable' concern the body.
 * 'forbidden-address': not HTTPS, or a private address.
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
  /** The unusable response, for staff, not for logs. Null: none came. */
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

  /** True: the CPO platform did not receive the request, so it had no effect. */
  get isUnsent(): boolean {
    return this.kind === 'not-sent' || this.kind === 'forbidden-address';
  }
}
