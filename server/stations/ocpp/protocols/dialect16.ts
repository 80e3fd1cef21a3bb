import type { Trigger } from '../../../../shared/console/stationCommands.ts';
import { connectorId16 } from '../chargePoints/plugs.ts';
import { updateFirmware16 } from '../firmware/firmwareCalls.ts';
import { messageIn, textIn } from '../messages/values.ts';
import { LIMIT_CALLS_16 } from '../settings/limitCalls.ts';
import { settingsIn16 } from '../settings/reportedSettings.ts';
import { SETTING_CALLS_16 } from '../settings/settings16.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import {
  answerBoot,
  answerHeartbeat,
  answerSecurityEvent,
  type Dialect,
  type DialectDependencies,
  EMPTY_ANSWERS,
  isAccepted,
  maintenanceAnswers,
  readCommandReply,
} from './dialect.ts';
import { getDiagnostics, getLog } from './logRequests.ts';
import { createPendingStartStore } from './pendingStarts.ts';
import { numbersOf, statusNotification } from './status16.ts';
import { authorize, type Dialect16Dependencies, meterValues, startTransaction, stopTransaction } from './transactions16.ts';

/**
 * OCPP 1.6: there are no EVSEs, the app assigns transaction ids, and the status of a plug and its meter values come in separate
 * messages.
 */
export function createDialect16(dependencies: DialectDependencies): Dialect {
  const services: Dialect16Dependencies = { ...dependencies, started: createPendingStartStore(dependencies.store) };
  const { plugs } = services;
  return {
    answers: {
      ...EMPTY_ANSWERS,
      ...maintenanceAnswers(services),
      BootNotification: (socket, message) =>
        answerBoot(services, socket, {
          vendor: textIn(message.chargePointVendor) ?? '',
          model: textIn(message.chargePointModel) ?? '',
          firmware: textIn(message.firmwareVersion),
        }),
      SecurityEventNotification: (socket, message) => answerSecurityEvent(services, socket, message),
      Heartbeat: answerHeartbeat(services),
      Authorize: (socket, message) => authorize(services, socket, message),
      StartTransaction: (socket, message) => startTransaction(services, socket, message),
      StopTransaction: (socket, message) => stopTransaction(services, socket, message),
      MeterValues: (socket, message) => meterValues(services, socket, message),
      StatusNotification: (socket, message) => statusNotification(services, socket, message),
    },
    showCost: null,
    settings: SETTING_CALLS_16,
    limits: LIMIT_CALLS_16,
    hasSetting: ({ key }) => key !== null,
    async start(socket, { authorizationReference, address }) {
      const connectorId = address.chargePoint ? connectorId16(address.chargePoint) : 1;
      const message = { connectorId, idTag: authorizationReference };
      const answer = await socket.call({ action: 'RemoteStartTransaction', message, urgency: 'start' });
      return { isAccepted: isAccepted(answer), transactionId: null };
    },
    async stop(socket, { transactionId }) {
      const message = { transactionId: Number(transactionId) };
      return isAccepted(await socket.call({ action: 'RemoteStopTransaction', message, urgency: 'stop' }));
    },
    async isOver({ stationId }, { connector }) {
      const state = plugs.stateOf(stationId, await numbersOf(plugs, stationId, connector ?? 0));
      return state === 'available' || state === 'finishing';
    },
    // OCPP 1.6 has no request for the state of a transaction. The status of the plug shows that the transaction is over.
    isMissing: async () => false,
    async unlock(socket, plug) {
      const message = { connectorId: connectorId16(plug) };
      const answer = await socket.call({ action: 'UnlockConnector', message, urgency: 'unlock' });
      return textIn(messageIn(answer).status) === 'Unlocked';
    },
    reset: async (socket, { isHard }) => {
      const message = { type: isHard ? 'Hard' : 'Soft' };
      return readCommandReply(await socket.call({ action: 'Reset', message, urgency: 'set' }));
    },
    async setAvailability(socket, { isOperative, plug }) {
      const message = { connectorId: plug ? connectorId16(plug) : 0, type: isOperative ? 'Operative' : 'Inoperative' };
      return readCommandReply(await socket.call({ action: 'ChangeAvailability', message, urgency: 'set' }));
    },
    trigger: async (socket, message) =>
      readCommandReply(await trigger(socket, { requestedMessage: TRIGGERS[message] ?? message })),
    async readSettings(socket) {
      const answer = await socket.call({ action: 'GetConfiguration', message: {}, urgency: 'set' });
      const settings = settingsIn16(answer);
      if (settings.length === 0) return 'refused';
      await services.settingLists.put(socket.stationId, settings);
      return 'accepted';
    },
    updateFirmware: updateFirmware16,
    requestLog: (socket, request) => (request.kind === 'security' ? getLog : getDiagnostics)(socket, request),
    async requestPlugs(socket, all) {
      for (const plug of all) await trigger(socket, { requestedMessage: 'StatusNotification', connectorId: connectorId16(plug) });
    },
    async requestMeter(socket, { connector }) {
      await trigger(socket, { requestedMessage: 'MeterValues', connectorId: connector ?? 1 });
    },
  };
}

/** Names of messages that differ from those of OCPP 2.x. */
const TRIGGERS: Readonly<Partial<Record<Trigger, string>>> = { LogStatusNotification: 'DiagnosticsStatusNotification' };

const trigger = (socket: StationSocket, message: object): Promise<unknown> =>
  socket.call({ action: 'TriggerMessage', message, urgency: 'ask' });
