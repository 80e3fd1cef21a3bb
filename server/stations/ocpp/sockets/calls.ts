/** Urgencies of calls to a station, the highest first. Calls of equal urgency are sent in the order of the requests. */
const URGENCIES = ['stop', 'start', 'unlock', 'ask', 'show', 'set'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Thrown if a station does not respond to a call, or responds with an error. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  /** True: the station has certainly not executed the call. */
  readonly isRefused: boolean;
  /**
   * False: the call was certainly not sent. It does not count as refused, so that the caller can repeat it on the next
   * connection.
   */
  readonly isSent: boolean;
  constructor(code: string, { isRefused, isSent = true }: { isRefused: boolean; isSent?: boolean }) {
    super(code);
    this.isRefused = isRefused;
    this.isSent = isSent;
  }
}

const notSent = (code: string): CallFailed => new CallFailed(code, { isRefused: false, isSent: false });

/** Message of the error if the station has not responded. */
export const NO_ANSWER = 'no answer';
/** Message of the error if a call was dropped because it is no longer wanted. */
export const WITHDRAWN = 'withdrawn';

export interface Call {
  action: string;
  message: object;
  urgency: Urgency;
  /** Checked before the call is sent. If it returns false, the call is dropped. Missing: the call is always sent. */
  isWanted?(): boolean;
  /** Asked right before the call is sent. If it returns false, the call is dropped. Missing: the call is sent. */
  maySend?(): Promise<boolean>;
}

/**
 * Sends one message and resolves with the station's response. `signal` ends the wait for it.
 * @throws an error with `rpcErrorCode` if the station responds with an error
 */
type Send = (call: Call, signal: AbortSignal) => Promise<unknown>;

/**
 * How long a stop waits for the response to an earlier call. The wait is short, because the driver pays for the energy that
 * flows meanwhile.
 */
const PATIENCE_MS = 5000;

/** If the station is still not registered after this time, a queued call fails. */
const MAX_HELD_MS = 25_000;

/** Error codes that mean that the station has not executed the call (OCPP-J 1.6 §4.2.3). */
const REFUSALS = ['NotImplemented', 'NotSupported', 'SecurityError', 'NotPermitted'];

interface CallsOptions {
  patienceMs?: number;
  maxHeldMs?: number;
  /** True if a call may be sent now. `resume` must be called when the result may have changed. Missing: any call may be sent. */
  allows?(call: Call): boolean;
}

interface Waiting extends Call {
  resolve(answer: unknown): void;
  reject(error: CallFailed): void;
}

/**
 * Sends one call at a time, as OCPP requires (OCPP-J 2.1 §4.1.1). The most urgent one is next, so that a stop does not wait
 * behind settings.
 */
export function createCalls(
  send: Send,
  { patienceMs = PATIENCE_MS, maxHeldMs = MAX_HELD_MS, allows = () => true }: CallsOptions = {},
) {
  let waiting: Waiting[] = [];
  let atWork: { urgency: Urgency; sentAt: number; over: AbortController } | null = null;
  let isClosed = false;

  const isStopWaiting = (): boolean => waiting.some(each => each.urgency === 'stop' && allows(each));
  /** Gives up waiting for a response if a stop is queued. What the station did with the call is then unknown. */
  const hurry = (): void => {
    const former = atWork;
    if (!former || former.urgency === 'stop' || !isStopWaiting()) return;
    const leftMs = former.sentAt + patienceMs - performance.now();
    const timer = setTimeout(() => former.over.abort('a stop waits'), Math.max(0, leftMs));
    timer.unref();
  };

  const next = async (): Promise<void> => {
    const unwanted = waiting.filter(({ isWanted }) => isWanted?.() === false);
    waiting = waiting.filter(each => !unwanted.includes(each));
    for (const each of unwanted) each.reject(notSent(WITHDRAWN));
    const [first] = waiting.filter(allows).toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));
    if (atWork || !first) return;
    const over = new AbortController();
    atWork = { urgency: first.urgency, sentAt: performance.now(), over };
    waiting = waiting.filter(each => each !== first);
    hurry();
    // An error of the check, such as an unavailable database, drops the call.
    const maySend = first.maySend ? await first.maySend().catch(() => false) : true;
    if (maySend) await send(first, over.signal).then(first.resolve, error => first.reject(failureOf(error)));
    else first.reject(notSent(WITHDRAWN));
    atWork = null;
    await next();
  };

  /** Checks a queued call every `maxHeldMs`. If it may not be sent then, it fails. */
  const boundWait = (added: Waiting): void => {
    const check = (): void => {
      if (!waiting.includes(added)) return;
      if (allows(added)) boundWait(added);
      else {
        waiting = waiting.filter(each => each !== added);
        added.reject(notSent('not registered'));
      }
    };
    setTimeout(check, maxHeldMs).unref();
  };

  return {
    /**
     * Queues a call and resolves with the response.
     * @throws CallFailed
     */
    call: (call: Call): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(notSent('not connected'));
        const added = { ...call, resolve, reject };
        waiting.push(added);
        boundWait(added);
        void next();
        hurry();
      }),
    resume: (): void => {
      void next();
      hurry();
    },
    close() {
      isClosed = true;
      for (const each of waiting.splice(0)) each.reject(notSent('not connected'));
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;

function failureOf(error: unknown): CallFailed {
  const { rpcErrorCode } = error as { rpcErrorCode?: unknown };
  const code = typeof rpcErrorCode === 'string' ? rpcErrorCode : NO_ANSWER;
  return new CallFailed(code, { isRefused: REFUSALS.includes(code) });
}
