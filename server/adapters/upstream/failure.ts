interface FailureFacts {
  /** False: the service answered, and this question was wrong; it says nothing about how the service is. */
  isOutage?: boolean;
  /** The service's own words. */
  answered?: unknown;
  cause?: unknown;
}

/** A call that came to nothing. Its message is what the service said, for the log only: visitors get the catalogue's words. */
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

/** What the log may keep of a failure: the service may have quoted the card's digits, a price or an address. */
export function failureFacts(error: unknown): { kind: string; answered: string } {
  if (!(error instanceof UpstreamFailure)) return { kind: 'unexpected', answered: 'Unknown error' };
  const message = error.message
    .slice(0, MAX_LENGTH)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d/g, '#')
    .replace(/[^\P{C}]/gu, ' ');
  return { kind: error.kind, answered: message };
}
