import { answerStart, answerStop, obstacleTo, setAvailability } from './charging.ts';
import { getLog } from './logUpload.ts';
import { getVariables, reportOf, setVariables } from './ocpp2Variables.ts';
import { reboot, usePassword } from './power.ts';
import { type Handler, nowMs, type Payload, type Plug, type Reply, type Station } from './station.ts';
import { timestamp } from './time.ts';
import { ALWAYS, sendMeterNow, type Triggers, triggeredMessage } from './triggered.ts';

const status = (output: string | 'none', after?: () => void, more: Payload = {}): Reply => ({
  answer: output === 'none' ? 'none' : { status: output, ...more },
  ...(after && { after }),
});
const why = (reasonCode: string): Payload => ({ statusInfo: { reasonCode } });
const answer = (payload: Payload = {}): Reply => ({ answer: payload });

const plugOf = ({ plugs }: Station, id: unknown): Plug | undefined => plugs.find(({ number }) => number === id);
const evseIn = (request: Payload): number | undefined => (request.evse as { id: number } | undefined)?.id;
const plugWith = ({ plugs }: Station, { transactionId }: Payload): Plug | undefined =>
  plugs.find(({ transaction }) => transaction?.id === transactionId);

/** Handlers for the calls that the app sends in OCPP 2.0.1. */
export const handlers2: Readonly<Record<string, Handler>> = {
  GetVariables: (station, request) =>
    answer(getVariables(station, request.getVariableData as Parameters<typeof getVariables>[1])),
  SetVariables(station, request) {
    const { answer: output, accepted } = setVariables(station, request.setVariableData as Parameters<typeof setVariables>[1]);
    const password = accepted.get(station.dialect.passwordSetting);
    return { answer: output, ...(password !== undefined && { after: () => void usePassword(station, password) }) };
  },
  GetBaseReport: (station, { requestId }) =>
    status('Accepted', () =>
      station.link.send(
        triggeredMessage('NotifyReport', () => ({
          requestId,
          generatedAt: timestamp(station),
          seqNo: 0,
          tbc: false,
          reportData: reportOf(station),
        })),
      ),
    ),
  RequestStartTransaction(station, request) {
    const { idToken, remoteStartId } = request as unknown as {
      idToken: { idToken: string; type: string };
      remoteStartId: number;
    };
    const plug = request.evseId === undefined ? station.plugs.find(each => each.flow === null) : plugOf(station, request.evseId);
    if (!plug) return status('Rejected', undefined, why('UnknownEvse'));
    const obstacle = obstacleTo(station, plug, idToken.idToken);
    if (obstacle !== null) return status('Rejected', undefined, why(obstacle));
    const given = { tag: idToken.idToken, tagType: idToken.type, by: 'remote', remoteStartId } as const;
    const { answer: output, after } = answerStart(station, plug, given);
    const transactionId = plug.transaction?.id;
    return status(output, after, output === 'Accepted' && typeof transactionId === 'string' ? { transactionId } : {});
  },
  RequestStopTransaction(station, request) {
    const plug = plugWith(station, request);
    if (!plug) return status('Rejected', undefined, why('TxNotFound'));
    const { answer: output, after } = answerStop(station, plug);
    return status(output, after);
  },
  GetTransactionStatus(station, request) {
    const messagesInQueue = station.link.queue.some(({ isStored }) => isStored);
    if (request.transactionId === undefined) return answer({ messagesInQueue });
    return answer({ ongoingIndicator: plugWith(station, request) !== undefined, messagesInQueue });
  },
  UnlockConnector(station, request) {
    const plug = plugOf(station, request.evseId);
    if (!plug || request.connectorId !== 1) return status('UnknownConnector');
    if (plug.flow !== null) return status('OngoingAuthorizedTransaction');
    const { unlock } = station.at(plug).cable;
    return unlock === 'NotSupported' ? status('UnlockFailed', undefined, why('FixedCable')) : status(unlock);
  },
  TriggerMessage(station, request) {
    const sendTriggered = TRIGGERED[String(request.requestedMessage)];
    if (!sendTriggered) return status('NotImplemented');
    const evse = evseIn(request);
    const plugs = evse === undefined ? station.plugs : station.plugs.filter(({ number }) => number === evse);
    return plugs.length === 0 ? status('Rejected') : status('Accepted', () => sendTriggered(station, plugs));
  },
  Reset(station, { type }) {
    const isBusy = station.plugs.some(({ flow }) => flow !== null);
    const begin = () => void reboot(station, { reason: 'ImmediateReset', bootReason: 'RemoteReset' });
    if (type !== 'OnIdle' || !isBusy) return status('Accepted', begin);
    return status('Scheduled');
  },
  ChangeAvailability(station, request) {
    const evse = evseIn(request);
    const plugs = evse === undefined || evse === 0 ? station.plugs : station.plugs.filter(({ number }) => number === evse);
    return status(plugs.length === 0 ? 'Rejected' : setAvailability(station, plugs, request.operationalStatus === 'Operative'));
  },
  GetLog: getLog,
  DataTransfer: () => status('UnknownVendorId'),
  ClearCache: () => status('Accepted'),
  SetChargingProfile: () => status('Accepted'),
  ClearChargingProfile: () => status('Unknown'),
  SetDisplayMessage(station, { message }) {
    const { id, message: content } = message as { id: number; message: { format: string } };
    if (content.format === 'QRCODE' && station.facts.version !== '2.1') return status('NotSupportedMessageFormat');
    station.screen.set(String(id), message as Payload);
    return status('Accepted');
  },
  ClearDisplayMessage: ({ screen }, { id }) => status(screen.delete(String(id)) ? 'Accepted' : 'Unknown'),
  CostUpdated(station, request) {
    const transaction = plugWith(station, request)?.transaction;
    if (transaction) transaction.cost = Number(request.totalCost);
    return answer();
  },
};

/** Handlers for the calls that the app sends in OCPP 2.1. */
export const handlers21: Readonly<Record<string, Handler>> = {
  ...handlers2,
  NotifyWebPaymentStarted(station, { evseId, timeout }) {
    const plug = plugOf(station, evseId);
    if (plug) plug.paidUntilMs = nowMs(station) + Number(timeout) * 1000;
    return answer();
  },
};

/** The messages that a TriggerMessage can request. */
const TRIGGERED: Triggers = {
  ...ALWAYS,
  TransactionEvent(station, plugs) {
    for (const plug of plugs.filter(({ transaction }) => transaction)) sendMeterNow(station, plug);
  },
};
