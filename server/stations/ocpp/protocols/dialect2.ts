import { updateFirmware2 } from '../firmware/firmwareCalls.ts';
import { messageIn, statusOf, textIn } from '../messages/values.ts';
import { LIMIT_CALLS_2 } from '../settings/limitCalls.ts';
import { SETTING_CALLS_2 } from '../settings/settings2.ts';
import { readSettings, trigger, triggerMessage, triggerStatus } from './commands2.ts';
import {
  answerBoot,
  answerHeartbeat,
  answerSecurityEvent,
  type Dialect,
  type DialectDependencies,
  EMPTY_ANSWERS,
  isAccepted,
  isActiveToken,
  MINOR_IN_ONE,
  maintenanceAnswers,
  readCommandReply,
  wantedToken,
} from './dialect.ts';
import { getLog } from './logRequests.ts';
import { notePlugOf, notifyEvent, statusNotification } from './status2.ts';
import { transactionEvent } from './transactions2.ts';

/**
 * If a start is sent again, the station may refuse it for one of these reasons because the first request has already begun the
 * transaction (appendices of OCPP 2.x, chapter 5).
 */
const STARTED_REASONS = ['TxInProgress', 'TxStarted'];

/** OCPP 2.0.1 and 2.1: the station assigns transaction ids, and TransactionEvent contains everything about a transaction. */
export function createDialect2(context: DialectDependencies): Dialect {
  return {
    answers: answersOf(context),
    async showCost(socket, { transactionId, cost }) {
      const { abilities } = (await context.registry.find(socket.stationId)) ?? {};
      // A station with another currency gets no cost, because it would show the amount in its own currency.
      if (abilities?.currency && abilities.currency !== cost.currency) return;
      const message = { transactionId, totalCost: cost.amountMinor / MINOR_IN_ONE };
      await socket.call({ action: 'CostUpdated', message, urgency: 'show' });
    },
    settings: SETTING_CALLS_2,
    limits: LIMIT_CALLS_2,
    hasSetting: ({ variable }) => variable !== null,
    async start(socket, { authorizationReference, remoteStartId, address, sent }) {
      const type = socket.protocol === 'ocpp2.1' ? 'DirectPayment' : 'Central';
      const evseId = address.chargePoint?.evse ?? 1;
      const message = { evseId, remoteStartId, idToken: { idToken: authorizationReference, type } };
      const answer = messageIn(await socket.call({ action: 'RequestStartTransaction', message, urgency: 'start' }));
      const hasStarted = sent > 1 && STARTED_REASONS.includes(textIn(messageIn(answer.statusInfo).reasonCode) ?? '');
      return { isAccepted: isAccepted(answer) || hasStarted, transactionId: textIn(answer.transactionId) };
    },
    async stop(socket, { transactionId }) {
      return isAccepted(await socket.call({ action: 'RequestStopTransaction', message: { transactionId }, urgency: 'stop' }));
    },
    async isOver(socket, { transactionId }) {
      const answer = await socket.call({ action: 'GetTransactionStatus', message: { transactionId }, urgency: 'ask' });
      return messageIn(answer).ongoingIndicator === false;
    },
    async isMissing(socket, { transactionId }) {
      const answer = await socket.call({ action: 'GetTransactionStatus', message: { transactionId }, urgency: 'ask' });
      const { ongoingIndicator, messagesInQueue } = messageIn(answer);
      return ongoingIndicator !== true && messagesInQueue === false;
    },
    async unlock(socket, { evse, connector }) {
      const message = { evseId: evse, connectorId: connector };
      return statusOf(await socket.call({ action: 'UnlockConnector', message, urgency: 'unlock' })) === 'Unlocked';
    },
    reset: async (socket, { isHard }) => {
      const message = { type: isHard ? 'Immediate' : 'OnIdle' };
      return readCommandReply(await socket.call({ action: 'Reset', message, urgency: 'set' }));
    },
    async setAvailability(socket, { isOperative, plug }) {
      const operationalStatus = isOperative ? 'Operative' : 'Inoperative';
      const message = { operationalStatus, ...(plug ? { evse: { id: plug.evse } } : {}) };
      return readCommandReply(await socket.call({ action: 'ChangeAvailability', message, urgency: 'set' }));
    },
    trigger: triggerMessage,
    readSettings: socket => readSettings(context, socket),
    updateFirmware: updateFirmware2,
    requestLog: getLog,
    async requestPlugs(socket, plugs) {
      await triggerStatus(socket, plugs);
    },
    async requestMeter(socket, { evse }) {
      await trigger(socket, { requestedMessage: 'TransactionEvent', evse: { id: evse ?? 1 } });
    },
  };
}

/** The handlers of the messages of stations. */
function answersOf(context: DialectDependencies): Dialect['answers'] {
  return {
    ...EMPTY_ANSWERS,
    ...maintenanceAnswers(context),
    BootNotification: (socket, message) => {
      const station = messageIn(message.chargingStation);
      const firmware = textIn(station.firmwareVersion);
      return answerBoot(context, socket, {
        vendor: textIn(station.vendorName) ?? '',
        model: textIn(station.model) ?? '',
        firmware,
      });
    },
    SecurityEventNotification: (socket, message) => answerSecurityEvent(context, socket, message),
    Heartbeat: answerHeartbeat(context),
    async Authorize({ stationId }, message) {
      const token = textIn(messageIn(message.idToken).idToken);
      const start = token !== null && (await isActiveToken(context, stationId, token)) ? await context.starts.load(token) : null;
      return { idTokenInfo: start ? wantedToken(start) : { status: 'Invalid' } };
    },
    async TransactionEvent(socket, message) {
      const answer = await transactionEvent(context, socket, message);
      const transactionId = textIn(messageIn(message.transactionInfo).transactionId);
      const transaction = transactionId === null ? null : await context.transactions.load(socket.stationId, transactionId);
      if (transaction) await notePlugOf(context, transaction);
      return answer;
    },
    // These meter values belong to no transaction, so they affect no bill.
    MeterValues: async () => ({}),
    async StatusNotification(socket, message) {
      const answer = await statusNotification(context, socket, message);
      // If the plug is free although a transaction is open, the message about its end was lost.
      if (textIn(message.connectorStatus) === 'Available') context.findMissing(socket);
      return answer;
    },
    async NotifyReport({ stationId }, message) {
      await context.settingLists.add(stationId, message);
      return {};
    },
    NotifyEvent: (socket, message) => notifyEvent(context, socket, message),
    VatNumberValidation: async (_socket, message) => ({ vatNumber: textIn(message.vatNumber) ?? '', status: 'Rejected' }),
  };
}
