/** Time limits of a registration, in milliseconds. */
export interface RegistrationTimes {
  /** How long calls on a new connection wait for the station's first message. */
  firstMessageMs: number;
  /** How long no call is sent after a boot was accepted. */
  afterAcceptMs: number;
}

const TIMES: RegistrationTimes = { firstMessageMs: 10_000, afterAcceptMs: 1000 };

/** Calls that are allowed while a registration is pending (OCPP 2.0.1 B02.FR.01, OCPP 1.6 §4.2). */
const CONFIGURING: ReadonlySet<string> = new Set([
  ...['ChangeConfiguration', 'GetConfiguration'],
  ...['SetVariables', 'GetVariables', 'GetBaseReport'],
]);

/**
 * 'awaited': the station has sent nothing yet. 'booting': its BootNotification has no response yet. 'running': it is registered.
 * 'Pending', 'Rejected': the status in the response to its BootNotification.
 */
type State = 'awaited' | 'booting' | 'running' | 'Pending' | 'Rejected';

/**
 * Tracks the registration of one connection and decides which calls may be sent now. A station whose boot is not accepted
 * responds to most calls with an error (OCPP 2.0.1 B02, B03.FR.03). A station whose first message is not a BootNotification was
 * already registered on an earlier connection (OCPP-J 2.0.1 §5.3).
 * @param changed is called when more calls may be allowed
 */
export function watchRegistration({ times = TIMES, changed }: { times?: RegistrationTimes | undefined; changed(): void }) {
  let state: State = 'awaited';
  const become = (next: State): void => {
    clearTimeout(timer);
    state = next;
    changed();
  };
  const runAfter = (ms: number) => setTimeout(() => become('running'), ms);
  let timer = runAfter(times.firstMessageMs);
  return {
    allows: ({ action }: { action: string }): boolean => state === 'running' || (state === 'Pending' && CONFIGURING.has(action)),
    /** Called for each message of the station. */
    received(action: string): void {
      if (action === 'BootNotification') become('booting');
      else if (state === 'awaited') become('running');
    },
    /** Called with the app's response to a boot. Null: no response was sent, so the station will send its boot again. */
    answered(answer: object | null): void {
      if (state !== 'booting' || answer === null || !('status' in answer)) return;
      const { status } = answer;
      if (status === 'Accepted') timer = runAfter(times.afterAcceptMs);
      if (status === 'Pending' || status === 'Rejected') become(status);
    },
    close: (): void => clearTimeout(timer),
  };
}
