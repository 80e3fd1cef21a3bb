import type { LogRequest } from '../files/logFiles.ts';
import { TRANSFER_ATTEMPTS } from '../messages/requests.ts';
import { messageIn, statusOf, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { CommandReply } from './dialect.ts';

/** Requests the diagnostics of OCPP 1.6 (§6.25). A station without diagnostics answers without a file name. */
export async function getDiagnostics(socket: StationSocket, { location }: LogRequest): Promise<CommandReply | 'no file'> {
  const answer = await socket.call({ action: 'GetDiagnostics', message: { location, ...TRANSFER_ATTEMPTS }, urgency: 'ask' });
  return textIn(messageIn(answer).fileName) === null ? 'no file' : 'accepted';
}

/** Requests a log (OCPP 2.x N01, and the security extension of OCPP 1.6). */
export async function getLog(socket: StationSocket, { kind, requestId, location }: LogRequest): Promise<CommandReply> {
  const logType = kind === 'security' ? 'SecurityLog' : 'DiagnosticsLog';
  const message = { logType, requestId, ...TRANSFER_ATTEMPTS, log: { remoteLocation: location } };
  const status = statusOf(await socket.call({ action: 'GetLog', message, urgency: 'ask' }));
  // 'AcceptedCanceled': the station has stopped an earlier upload.
  return status === 'Accepted' || status === 'AcceptedCanceled' ? 'accepted' : 'refused';
}
