import { answerStart, answerStop, end, obstacleTo, setAvailability } from './charging.ts';
import { getDiagnostics, getLog } from './logUpload.ts';
import { changeConfiguration, getConfiguration } from './ocpp16Settings.ts';
import { reboot, usePassword } from './power.ts';
import type { Handler, Payload, Plug, Reply, Station } from './station.ts';
import { ALWAYS } from './triggered.ts';

const status = (output: string | 'none', after?: () => void): Reply => ({
  answer: output === 'none' ? 'none' : { status: output },
  ...(after && { after }),
});

const plugOf = ({ plugs }: Station, { connectorId }: Payload): Plug | undefined =>
  plugs.find(({ number }) => number === connectorId);

/** Handlers for the calls that the app sends in OCPP 1.6, profiles Core and Remote Trigger. */
export const handlers16: Readonly<Record<string, Handler>> = {
  GetConfiguration: (station, request) => ({ answer: getConfiguration(station, request as { key?: string[] }) }),
  ChangeConfiguration(station, request) {
    const { key, value } = request as { key: string; value: string };
    const result = changeConfiguration(station, { key, value });
    const isPassword = key === station.dialect.passwordSetting && result === 'Accepted';
    return status(result, isPassword ? () => void usePassword(station, value) : undefined);
  },
  RemoteStartTransaction(station, request) {
    const plug = request.connectorId === undefined ? station.plugs.find(each => each.flow === null) : plugOf(station, request);
    const tag = String(request.idTag);
    if (!plug || obstacleTo(station, plug, tag) !== null) return status('Rejected');
    const { answer, after } = answerStart(station, plug, { tag, tagType: 'Central', by: 'remote', remoteStartId: null });
    return status(answer, after);
  },
  RemoteStopTransaction(station, { transactionId }) {
    const plug = station.plugs.find(({ transaction }) => transaction?.id === transactionId);
    if (!plug) return status('Rejected');
    const { answer, after } = answerStop(station, plug);
    return status(answer, after);
  },
  UnlockConnector(station, request) {
    const plug = plugOf(station, request);
    if (!plug) return status('NotSupported');
    const { unlock } = station.at(plug).cable;
    const ends = () => end(station, plug, { trigger: 'UnlockCommand', reason: 'UnlockCommand' });
    return status(unlock, unlock === 'Unlocked' ? ends : undefined);
  },
  TriggerMessage(station, request) {
    const sendTriggered = ALWAYS[String(request.requestedMessage)];
    if (!sendTriggered) return status('NotImplemented');
    const plugs =
      request.connectorId === undefined ? station.plugs : station.plugs.filter(({ number }) => number === request.connectorId);
    if (plugs.length === 0 && request.connectorId !== 0) return status('Rejected');
    return status('Accepted', () => sendTriggered(station, plugs));
  },
  Reset: (station, { type }) =>
    status(
      'Accepted',
      () => void reboot(station, { reason: type === 'Hard' ? 'ImmediateReset' : 'SoftReset', bootReason: 'RemoteReset' }),
    ),
  ChangeAvailability(station, request) {
    const isOperative = request.type === 'Operative';
    if (request.connectorId === 0) {
      return status(setAvailability(station, station.plugs, isOperative));
    }
    const plug = plugOf(station, request);
    return status(plug ? setAvailability(station, [plug], isOperative) : 'Rejected');
  },
  GetDiagnostics: getDiagnostics,
  GetLog: getLog,
  DataTransfer: () => status('UnknownVendorId'),
  ClearCache: () => status('Accepted'),
  SetChargingProfile: () => status('Accepted'),
  ClearChargingProfile: () => status('Unknown'),
};
