import type { LogRequest } from '../files/logFiles.ts';
import { messageIn, statusOf, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { CommandReply } from './dialect.ts';

/** A station repeats an upload that fails. Some stations take the absence of a number as no attempt at all. */
const ATTEMPTS = { retries: 3, retryInterval: 60 };

/** Requests the diagnostics of OCPP 1.6 (§6.25). A station without diagnostics answers without a file name. */
export async function getDiagnostics(socket: StationSocket, { location }: LogRequest): Promise<CommandReply | 'no file'> {
  const answer = await socket.call({ action: 'GetDiagnostics', message: { location, ...ATTEMPTS }, urgency: 'ask' });
  return textIn(messageIn(answer).fileName) === null ? 'no file' : 'accepted';
}

/** Requests a log (OCPP 2.x N01, and the security extension of OCPP 1.6). */
export async function getLog(socket: StationSocket, { kind, requestId, location }: LogRequest): Promise<CommandReply> {
  const logType = kind === 'security' ? 'SecurityLog' : 'DiagnosticsLog';
  const message = { logType, requestId, ...ATTEMPTS, log: { remoteLocation: location } };
  const status = statusOf(await socket.call({ action: 'GetLog', message, urgency: 'ask' }));
  // 'AcceptedCanceled': the station has stopped an earlier upload.
  return status === 'Accepted' || status === 'AcceptedCanceled' ? 'accepted' : 'refused';
}
