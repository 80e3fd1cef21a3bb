import type { FirmwareFile } from '../../../core/ports/stationCommands.ts';
import { TRANSFER_ATTEMPTS } from '../messages/requests.ts';
import { statusOf } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';

export interface FirmwareRequest extends FirmwareFile {
  requestId: number;
  /** When the station may begin. */
  at: Date;
}

/** Requests a firmware update. @throws CallFailed if the station does not respond, or responds with an error */
export type UpdateFirmware = (socket: StationSocket, request: FirmwareRequest) => Promise<'accepted' | 'refused'>;

function signed({ location, signing, at }: FirmwareRequest) {
  const { certificate: signingCertificate, signature } = signing ?? {};
  return { location, retrieveDateTime: at.toISOString(), ...(signing ? { signingCertificate, signature } : {}) };
}

async function send(socket: StationSocket, action: string, message: object): Promise<'accepted' | 'refused'> {
  const status = statusOf(await socket.call({ action, message: { ...TRANSFER_ATTEMPTS, ...message }, urgency: 'set' }));
  // 'AcceptedCanceled': the station has stopped an earlier update. UpdateFirmware of OCPP 1.6 has no status.
  return status === null || status === 'Accepted' || status === 'AcceptedCanceled' ? 'accepted' : 'refused';
}

/** OCPP 1.6 (§6.50). A signed firmware needs the security extension (whitepaper L01). */
export const updateFirmware16: UpdateFirmware = (socket, request) =>
  request.signing
    ? send(socket, 'SignedUpdateFirmware', { requestId: request.requestId, firmware: signed(request) })
    : send(socket, 'UpdateFirmware', { location: request.location, retrieveDate: request.at.toISOString() });

/** OCPP 2.0.1 and 2.1 (L01, L02). */
export const updateFirmware2: UpdateFirmware = (socket, request) =>
  send(socket, 'UpdateFirmware', { requestId: request.requestId, firmware: signed(request) });
