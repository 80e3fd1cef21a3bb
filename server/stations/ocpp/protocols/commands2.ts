import type { Trigger } from '../../../../shared/console/stationCommands.ts';
import type { PlugNumbers } from '../chargePoints/plugs.ts';
import { createRequestId } from '../messages/requests.ts';
import { CallFailed, NO_ANSWER } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { type CommandReply, type DialectDependencies, readCommandReply } from './dialect.ts';

/**
 * Requests all settings (GetBaseReport, OCPP 2.0.1 B07). The station sends them in NotifyReport messages.
 * @throws CallFailed if the station does not respond, or responds with an error
 */
export async function readSettings(
  { settingLists }: Pick<DialectDependencies, 'settingLists'>,
  socket: StationSocket,
): Promise<CommandReply> {
  const requestId = createRequestId();
  await settingLists.begin(socket.stationId, requestId);
  const message = { requestId, reportBase: 'FullInventory' };
  try {
    const reply = readCommandReply(await socket.call({ action: 'GetBaseReport', message, urgency: 'set' }));
    if (reply === 'refused') await settingLists.cancel(socket.stationId, requestId);
    return reply;
  } catch (error) {
    // If the answer is lost, the report can still arrive.
    if (!(error instanceof CallFailed && error.message === NO_ANSWER)) await settingLists.cancel(socket.stationId, requestId);
    throw error;
  }
}

export const trigger = (socket: StationSocket, message: object): Promise<unknown> =>
  socket.call({ action: 'TriggerMessage', message, urgency: 'ask' });

/** Requests the status of each plug. */
export async function triggerStatus(socket: StationSocket, plugs: readonly PlugNumbers[]): Promise<CommandReply[]> {
  const replies: CommandReply[] = [];
  for (const { evse, connector } of plugs) {
    const message = { requestedMessage: 'StatusNotification', evse: { id: evse, connectorId: connector } };
    replies.push(readCommandReply(await trigger(socket, message)));
  }
  return replies;
}

/** Requests a message. The status must be requested for each plug (OCPP 2.0.1 F06). */
export async function triggerMessage(
  socket: StationSocket,
  requestedMessage: Trigger,
  plugs: readonly PlugNumbers[],
): Promise<CommandReply> {
  if (requestedMessage !== 'StatusNotification' || plugs.length === 0)
    return readCommandReply(await trigger(socket, { requestedMessage }));
  return (await triggerStatus(socket, plugs)).find(reply => reply !== 'accepted') ?? 'accepted';
}
