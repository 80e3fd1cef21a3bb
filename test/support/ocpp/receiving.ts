import { createRPCError } from 'ocpp-rpc';
import { note } from './cliOutput.ts';
import { schemaCheckOf } from './schemas.ts';
import type { Payload, Station } from './station.ts';

/**
 * Receives a call from the app: checks it against the schema, then handles it.
 * @returns the response; 'none' if the station does not respond
 */
export async function receive(station: Station, action: string, request: Payload): Promise<Payload | 'none'> {
  const { facts, dialect, link, switches } = station;
  note(station, { by: 'house', kind: 'call', action, payload: request });
  const check = schemaCheckOf(facts.version);
  const fault = check(action, 'req', request);
  if (fault !== null) {
    link.faults.push(`${facts.id}: ${fault}`);
    throw refused(station, action, 'FormatViolation');
  }
  const handler = dialect.handlers[action];
  if (!handler || switches.unknownActions.includes(action)) throw refused(station, action, 'NotImplemented');
  const { answer, after } = handler(station, request);
  if (after) link.later(after);
  if (answer === 'none') return 'none';
  const ourFault = check(action, 'conf', answer);
  if (ourFault !== null) throw new Error(`The simulated station itself is wrong: ${ourFault}`);
  note(station, { by: 'station', kind: 'answer', action, payload: answer });
  return answer;
}

function refused(station: Station, action: string, code: string): Error {
  note(station, { by: 'station', kind: 'error', action, payload: { code } });
  return createRPCError(code, `${action} is refused`, {}) as Error;
}
