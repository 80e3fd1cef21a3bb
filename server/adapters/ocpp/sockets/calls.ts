/** The most urgent first; of the same urgency in the order of asking. */
const URGENCIES = ['stop', 'start', 'unlock', 'ask', 'show', 'set'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** A call that was not answered as asked. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  /** For certain the station has not done it. */
  readonly isRefused: boolean;
  constructor(code: string, { isRefused }: { isRefused: boolean }) {
    super(code);
    this.isRefused = isRefused;
  }
}

export interface Call {
  action: string;
  message: object;
  urgency: Urgency;
}

/** Sends one message and resolves with its answer. @throws an error with `rpcErrorCode` where the station answers with one */
type Send = (call: Call) => Promise<unknown>;

/** A station that answers so has not done it: it cannot, or would not (OCPP-J 1.6 §4.2.3). */
const REFUSALS = ['NotImplemented', 'NotSupported', 'SecurityError', 'NotPermitted'];

interface Waiting extends Call {
  resolve(answer: unknown): void;
  reject(error: CallFailed): void;
}

/** One call at a time, as the standard asks (OCPP-J 2.1 §4.1.1): a stop does not wait behind settings. */
export function createCalls(send: Send) {
  let waiting: Waiting[] = [];
  let isAtWork = false;
  let isClosed = false;

  const next = async (): Promise<void> => {
    const [first] = waiting.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));
    if (isAtWork || !first) return;
    isAtWork = true;
    waiting = waiting.filter(each => each !== first);
    await send(first).then(first.resolve, error => first.reject(failureOf(error)));
    isAtWork = false;
    await next();
  };

  return {
    /** @throws CallFailed */
    call: (call: Call): Promise<unknown> =>
      new Promise((resolve, reject) => {
        // Of what was never sent it is certain that nothing came of it.
        if (isClosed) return reject(new CallFailed('not connected', { isRefused: false }));
        waiting.push({ ...call, resolve, reject });
        void next();
      }),
    close() {
      isClosed = true;
      for (const each of waiting.splice(0)) each.reject(new CallFailed('not connected', { isRefused: false }));
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;

function failureOf(error: unknown): CallFailed {
  const { rpcErrorCode } = error as { rpcErrorCode?: unknown };
  const code = typeof rpcErrorCode === 'string' ? rpcErrorCode : 'no answer';
  return new CallFailed(code, { isRefused: REFUSALS.includes(code) });
}
