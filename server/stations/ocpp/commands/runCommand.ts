import type { LogKind } from '../../../../shared/console/stationLogFiles.ts';
import type { CommandOutcome, FirmwareFile, StationCommand } from '../../../core/ports/stationCommands.ts';
import type { Plugs } from '../chargePoints/plugs.ts';
import type { Registry } from '../chargePoints/registry.ts';
import type { LogFiles } from '../files/logFiles.ts';
import type { FirmwareUpdates } from '../firmware/firmwareUpdates.ts';
import type { MessageLog } from '../messages/log.ts';
import { createRequestId } from '../messages/requests.ts';
import type { Dialect } from '../protocols/dialect.ts';
import { limitCharging } from '../settings/chargingLimit.ts';
import { changeable, type SettingLists } from '../settings/settingList.ts';
import { CallFailed, NO_ANSWER, WITHDRAWN } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Starts } from '../transactions/starts.ts';
import { isOpenStart } from '../transactions/storedTransaction.ts';
import type { Transactions } from '../transactions/transactions.ts';

interface RunCommandDependencies {
  registry: Registry;
  log: Pick<MessageLog, 'writeDown'>;
  starts: Starts;
  transactions: Transactions;
  plugs: Pick<Plugs, 'list'>;
  settingLists: SettingLists;
  logFiles: LogFiles;
  firmware: FirmwareUpdates;
  dialectOf(socket: StationSocket): Dialect;
  now(): Date;
}

/** The setting for the station's password (OCPP 1.6 security whitepaper §4.1, SecurityCtrlr of 2.x). */
const PASSWORD = {
  key: 'AuthorizationKey',
  variable: { component: 'SecurityCtrlr', variable: 'BasicAuthPassword' },
  values: [],
  means: null,
};

/** Executes a command at a station. */
export async function runStationCommand(
  dependencies: RunCommandDependencies,
  socket: StationSocket,
  task: StationCommand,
): Promise<CommandOutcome> {
  const dialect = dependencies.dialectOf(socket);
  try {
    if (task.does === 'write its messages down') {
      await dependencies.log.writeDown(socket.stationId);
      return 'accepted';
    }
    if (task.does === 'set availability') return await dialect.setAvailability(socket, task);
    if (task.does === 'tell of a payment') return await notifyWebPaymentStarted(socket, task);
    if (task.does === 'change its password') return await changePassword(dependencies, socket);
    if (task.does === 'read settings') return await dialect.readSettings(socket);
    if (task.does === 'change a setting') return await changeSetting(dependencies, socket, task);
    if (task.does === 'request a log file') return await requestLogFile(dependencies, socket, task);
    if (task.does === 'limit its power')
      return (await limitCharging({ ...dependencies, limits: dialect.limits }, socket, task.limitW)) ? 'accepted' : 'refused';
    if (task.does === 'trigger a message') {
      const plugs = (await dependencies.plugs.list(socket.stationId)).flatMap(({ chargePoint }) => chargePoint ?? []);
      return await dialect.trigger(socket, task.message, plugs);
    }
    if (task.does === 'update its firmware')
      return await whenIdle(dependencies, socket, idle => updateFirmware(dependencies, idle, task));
    return await whenIdle(dependencies, socket, idle => dialect.reset(idle, task));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.isRefused) return 'refused';
    return error.isSent ? 'no answer' : 'not sent';
  }
}

/**
 * Runs a command for a station without a session. A start can overtake the call while the call waits, so this is checked again
 * before the call is sent.
 */
async function whenIdle(
  dependencies: RunCommandDependencies,
  socket: StationSocket,
  run: (idle: StationSocket) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  if (await isBusy(dependencies, socket)) return 'busy';
  const maySend = async () => !(await isBusy(dependencies, socket));
  try {
    return await run({ ...socket, call: call => socket.call({ ...call, maySend }) });
  } catch (error) {
    if (error instanceof CallFailed && error.message === WITHDRAWN) return 'busy';
    throw error;
  }
}

/** Requests a firmware update. The plugs of the station are taken out of sale before. */
async function updateFirmware(
  { firmware, dialectOf, now }: RunCommandDependencies,
  idle: StationSocket,
  { location, signing }: FirmwareFile,
): Promise<CommandOutcome> {
  const { stationId } = idle;
  const requestId = createRequestId();
  const former = await firmware.begin(stationId, { server: new URL(location).host, requestId });
  try {
    const reply = await dialectOf(idle).updateFirmware(idle, { location, signing, requestId, at: now() });
    if (reply === 'refused') await firmware.undo(stationId, { requestId, former });
    return reply;
  } catch (error) {
    // If the answer is lost, the station may be updating.
    if (!(error instanceof CallFailed && error.message === NO_ANSWER)) await firmware.undo(stationId, { requestId, former });
    throw error;
  }
}

/**
 * Tells the station that a driver is paying on the web, so that nobody else starts there meanwhile (OCPP 2.1, use case C25).
 * @throws CallFailed if the station does not respond, or responds with an error
 */
export async function notifyWebPaymentStarted(
  socket: StationSocket,
  { evse, timeoutS }: { evse: number; timeoutS: number },
): Promise<'accepted' | 'refused'> {
  if (socket.protocol !== 'ocpp2.1') return 'refused';
  const message = { evseId: evse, timeout: timeoutS };
  await socket.call({ action: 'NotifyWebPaymentStarted', message, urgency: 'ask' });
  return 'accepted';
}

/** True if a session is running at the station, or may still begin. */
async function isBusy({ starts, transactions }: RunCommandDependencies, { stationId }: StationSocket): Promise<boolean> {
  for (const start of await starts.listOpen(stationId)) {
    const { transactionId } = start;
    const transaction = transactionId === null ? null : await transactions.load(stationId, transactionId);
    if (transaction ? transaction.state !== 'ended' : isOpenStart(start)) return true;
  }
  return false;
}

/**
 * Changes the password of a station. The old one stays valid until the station connects with the new one, so that a lost
 * response does not lock the station out.
 */
async function changePassword({ registry, dialectOf }: RunCommandDependencies, socket: StationSocket): Promise<CommandOutcome> {
  const { stationId } = socket;
  const { password, stored } = await registry.promise(stationId);
  try {
    const answer = await dialectOf(socket).settings.change(socket, PASSWORD, password);
    if (answer !== 'refused') return answer === 'later' ? 'scheduled' : 'accepted';
  } catch (error) {
    if (!(error instanceof CallFailed && error.isRefused)) throw error;
  }
  await registry.unpromise(stationId, stored);
  return 'refused';
}

/** Changes a setting by its name in the list that was read last, and reads the value back. */
async function changeSetting(
  { settingLists, dialectOf }: RunCommandDependencies,
  socket: StationSocket,
  { name, value }: { name: string; value: string },
): Promise<CommandOutcome> {
  const { stationId } = socket;
  const setting = changeable(await settingLists.find(stationId), name);
  if (!setting) return 'unknown';
  const { settings } = dialectOf(socket);
  const wanted = { ...setting, values: [value], means: null };
  const answer = await settings.change(socket, wanted, value);
  if (answer === 'refused') return 'refused';
  const [present = null] = await settings.read(socket, [wanted]).catch((error: unknown) => {
    // The value is set, whether or not the station can say so.
    if (error instanceof CallFailed) return [null];
    throw error;
  });
  await settingLists.update(stationId, name, present?.value ?? null);
  return answer === 'later' ? 'scheduled' : 'accepted';
}

/** Requests a log file. If the station does not upload one, the request is removed. */
async function requestLogFile(
  { logFiles, dialectOf }: RunCommandDependencies,
  socket: StationSocket,
  { kind, to }: { kind: LogKind; to: string | null },
): Promise<CommandOutcome> {
  const { id, requestId, location } = await logFiles.prepare(socket.stationId, { kind, to });
  try {
    const reply = await dialectOf(socket).requestLog(socket, { kind, requestId, location });
    if (reply === 'refused') await logFiles.remove(id);
    if (reply === 'no file') await logFiles.noteNone(socket.stationId, requestId);
    return reply;
  } catch (error) {
    // If the answer is lost, the file can still arrive.
    if (!(error instanceof CallFailed) || error.isRefused || !error.isSent) await logFiles.remove(id);
    throw error;
  }
}
