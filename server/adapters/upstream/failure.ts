interface FailureFacts {
  /**
   * False if the external service has responded and only this request was wrong. Such a failure does not count as an outage.
   * Default: true.
   */
  isOutage?: boolean;
  /** The error text that the external service sent, if any. */
  answered?: unknown;
  cause?: unknown;
}

/**
 * A failed call to the external service. `message` is its error text and only for the log; visitors see a text of the app
 * instead.
 */
export class UpstreamFailure extends Error {
  override name = 'UpstreamFailure';
  /** What failed: 'no answer', 'too slow', 'status 503' … */
  readonly kind: string;
  readonly isOutage: boolean;

  constructor(kind: string, { isOutage = true, answered, cause }: FailureFacts = {}) {
    super(typeof answered === 'string' && answered.trim() !== '' ? answered : 'Unknown error', { cause });
    this.kind = kind;
    this.isOutage = isOutage;
  }
}

const MAX_LENGTH = 160;

/**
 * Returns the details of a failure that may be logged. E-mail addresses and digits are masked, because the external service may
 * have quoted card digits, a price or an e-mail address.
 */
export function failureFacts(error: unknown): { kind: string; answered: string } {
  if (!(error instanceof UpstreamFailure)) return { kind: 'unexpected', answered: 'Unknown error' };
  const message = error.message
    .slice(0, MAX_LENGTH)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d/g, '#')
    .replace(/[^\P{C}]/gu, ' ');
  return { kind: error.kind, answered: message };
}
