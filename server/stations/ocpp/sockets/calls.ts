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
  /** Whether it is still to be sent once it is its turn; missing: it is. */
  isWanted?(): boolean;
}

/**
 * Sends one message and resolves with its answer, unless it is given up by `signal`. @throws an error with `rpcErrorCode` where the
 * station answers with one
 */
type Send = (call: Call, signal: AbortSignal) => Promise<unknown>;

/** So long a stop waits for a call that is not answered: energy flows meanwhile. */
const PATIENCE_MS = 5000;

/** A call that may not be sent for so long fails. */
const MAX_HELD_MS = 25_000;

/** A station that answers so has not done it: it cannot, or would not (OCPP-J 1.6 §4.2.3). */
const REFUSALS = ['NotImplemented', 'NotSupported', 'SecurityError', 'NotPermitted'];

interface CallsOptions {
  patienceMs?: number;
  maxHeldMs?: number;
  /** Whether a call may be sent now; `resume` is called when the answer may have changed. */
  allows?(call: Call): boolean;
}

interface Waiting extends Call {
  resolve(answer: unknown): void;
  reject(error: CallFailed): void;
}

/** One call at a time, as the standard asks (OCPP-J 2.1 §4.1.1): a stop does not wait behind settings. */
export function createCalls(
  send: Send,
  { patienceMs = PATIENCE_MS, maxHeldMs = MAX_HELD_MS, allows = () => true }: CallsOptions = {},
) {
  let waiting: Waiting[] = [];
  let atWork: { urgency: Urgency; sentAt: number; over: AbortController } | null = null;
  let isClosed = false;

  const isStopWaiting = (): boolean => waiting.some(each => each.urgency === 'stop' && allows(each));
  /** Gives up what hangs before a stop; what became of it is unknown, as without an answer. */
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
    for (const each of unwanted) each.reject(new CallFailed('withdrawn', { isRefused: false }));
    const [first] = waiting.filter(allows).toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));
    if (atWork || !first) return;
    const over = new AbortController();
    atWork = { urgency: first.urgency, sentAt: performance.now(), over };
    waiting = waiting.filter(each => each !== first);
    hurry();
    await send(first, over.signal).then(first.resolve, error => first.reject(failureOf(error)));
    atWork = null;
    await next();
  };

  /** Fails a call that is not allowed when it has waited for `maxHeldMs`, or for a multiple of that time. */
  const boundWait = (added: Waiting): void => {
    const check = (): void => {
      if (!waiting.includes(added)) return;
      if (allows(added)) boundWait(added);
      else {
        waiting = waiting.filter(each => each !== added);
        added.reject(new CallFailed('not registered', { isRefused: false }));
      }
    };
    setTimeout(check, maxHeldMs).unref();
  };

  return {
    /** @throws CallFailed */
    call: (call: Call): Promise<unknown> =>
      new Promise((resolve, reject) => {
        // Of what was never sent it is certain that nothing came of it.
        if (isClosed) return reject(new CallFailed('not connected', { isRefused: false }));
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
