/** One attempt to deliver an event to an endpoint of the operator. */
export interface WebhookRequest {
  url: string;
  /** Id of the event, the same for all attempts. */
  id: string;
  /** The bytes to sign and send. */
  body: string;
  /** Secrets that sign: the current one, and for a day after a rotation the one before. */
  secrets: readonly string[];
}

export interface WebhookAnswer {
  /** Status of the answer. Null: no complete answer has arrived. */
  status: number | null;
  /** The first 200 characters of the answer, or why there is none. */
  text: string;
  /** Wait in milliseconds that the endpoint asks for. Null: it asks for none. */
  retryAfterMs: number | null;
}

/** Sends events to endpoints of the operator. Never throws, so a failing endpoint affects nothing else. */
export interface WebhookSender {
  /** True if events may be sent to the URL: HTTPS, without user name and password. */
  accepts(url: string): boolean;
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
