interface FailureFacts {
  /** False if the service has responded and only this request was wrong. The failure then does not count as an outage. */
  isOutage?: boolean;
  /** The error text of the service. */
  answered?: unknown;
  cause?: unknown;
}

/** A failed call. The message is the error text of the service and is only for the log. Visitors see a text of the catalogue. */
export class UpstreamFailure extends Error {
  override name = 'UpstreamFailure';
  /** 'no answer', 'too slow', 'status 503' … */
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
 * The parts of a failure that may be logged. Addresses of e-mail and digits are masked, because the service may have quoted card
 * digits, a price or an address.
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
