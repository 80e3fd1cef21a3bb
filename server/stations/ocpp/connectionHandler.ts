import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Plugs } from './chargePoints/plugs.ts';
import type { Registry, StationRecord } from './chargePoints/registry.ts';
import type { Displays } from './codes/display.ts';
import { setCodes } from './codes/screen.ts';
import type { Codes } from './codes/secrets.ts';
import type { Holds } from './connectionLeases.ts';
import type { FirmwareUpdates } from './firmware/firmwareUpdates.ts';
import type { MessageLog } from './messages/log.ts';
import type { Message } from './messages/values.ts';
import type { Dialect, DialectDependencies } from './protocols/dialect.ts';
import { readAbilities } from './settings/abilities.ts';
import { applyLimit } from './settings/chargingLimit.ts';
import { readMeterKeys } from './settings/meterKeys.ts';
import { wantedSettings } from './settings/requiredSettings.ts';
import { applySettings } from './settings/setting.ts';
import { CallFailed } from './sockets/calls.ts';
import { NotAccepted, NotImplemented, type SocketListener, type StationSocket } from './sockets/sockets.ts';

interface ReceptionDependencies {
  codes: Codes;
  displays: Displays;
  registry: Registry;
  holds: Holds;
  plugs: Plugs;
  log: MessageLog;
  firmware: Pick<FirmwareUpdates, 'booted' | 'connected'>;
  processId: string;
  now(): Date;
  dialectOf(socket: StationSocket): Dialect;
  wake(stationId: string): Promise<void>;
  findMissing(socket: StationSocket): void;
  /** Called when a station has connected. Clears its refused handshakes. */
  endRefusals(stationId: string, known: StationRecord | null): Promise<unknown>;
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

/** Maximum number of stations that are queried and configured at the same time. If many reconnect at once, the others wait. */
const MAX_CONCURRENT_REQUESTS = 50;

/** If a station does not respond during its setup, the setup is repeated after this pause, and after a reconnect. */
const SET_AGAIN_MS = 30_000;
const MAX_SETUP_ATTEMPTS = 5;

/**
 * Messages that are allowed before the station is accepted: the boot, and messages about energy (OCPP 2.0.1, test case
 * TC_B_30_CSMS).
 */
const WHILE_PENDING = ['BootNotification', 'StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'];

/** Handles the connection, the messages and the disconnection of stations. */
export function createReception(
  dependencies: ReceptionDependencies,
): Omit<SocketListener, 'malformed' | 'exchanged'> &
  Pick<DialectDependencies, 'booted'> & { hold(socket: StationSocket): Promise<StationRecord | null> } {
  const { registry, holds, plugs, log, firmware, processId, now, dialectOf, wake, note } = dependencies;
  const runLimited = pLimit(MAX_CONCURRENT_REQUESTS);
  /**
   * Stores that this process is connected to the station.
   * @returns the station's record, or null if it is not registered
   */
  const hold = async ({ stationId, connectionId, protocol }: StationSocket): Promise<StationRecord | null> => {
    const known = await registry.find(stationId);
    const { meterIntervalS = null, lastMessageAt } = known ?? {};
    // On the first connection, this marks that the station has connected at least once.
    if (lastMessageAt === undefined) await registry.change(stationId, { lastMessageAt: now().toISOString() });
    await holds.put({ stationId, connectionId, protocol, processId, meterIntervalS, seenAt: now() });
    await dependencies.endRefusals(stationId, known);
    return known;
  };
  const atWork = new Set<string>();
  const setUp = async (socket: StationSocket): Promise<void> => {
    const { stationId, connectionId } = socket;
    if (atWork.has(connectionId)) return;
    atWork.add(connectionId);
    for (let n = 0; n < MAX_SETUP_ATTEMPTS && holds.find(stationId)?.connectionId === connectionId; n++) {
      if (await runLimited(() => set(dependencies, socket))) break;
      await pause(SET_AGAIN_MS, undefined, { ref: false });
    }
    atWork.delete(connectionId);
  };
  return {
    hold,
    async opened(socket) {
      const { stationId, protocol } = socket;
      const known = await hold(socket);
      note('ocpp station connected', { station: stationId, protocol });
      plugs.forget(stationId);
      await firmware.connected(stationId, known?.firmware ?? null);
      // Jobs that waited for this station to connect can run now.
      await wake(stationId);
      // Not awaited, because the messages of the station come first.
      void runLimited(() => requestStatus(dependencies, socket));
      if (known?.isToBeSet) void setUp(socket);
    },
    async closed({ stationId, connectionId }) {
      note('ocpp station disconnected', { station: stationId });
      await registry.change(stationId, { lastMessageAt: now().toISOString() });
      await holds.remove({ stationId, connectionId });
      await log.end(stationId);
    },
    async answer(socket, action, message: Message) {
      const { answers } = dialectOf(socket);
      const answer = Object.hasOwn(answers, action) ? answers[action] : undefined;
      if (!answer) throw new NotImplemented(action);
      if (!WHILE_PENDING.includes(action) && (await plugs.list(socket.stationId)).length === 0) throw new NotAccepted();
      try {
        return await answer(socket, message);
      } catch (error) {
        // The message could not be stored. The station gets no response, so it sends the message again.
        note('ocpp message not processed', {
          station: socket.stationId,
          action,
          reason: error instanceof Error ? error.name : 'error',
        });
        return null;
      }
    },
    async booted(socket, boot) {
      const { stationId, protocol } = socket;
      await registry.change(stationId, { boot: { ...boot, at: now().toISOString(), protocol }, faulty: {}, isToBeSet: true });
      // The station may have lost its limit. The setup sends the limit again.
      await registry.changeLimit(stationId, known => (known?.state === 'confirmed' ? { ...known, state: 'sent' } : known));
      await firmware.booted(stationId, boot.firmware);
      note('ocpp station booted', { station: stationId, vendor: boot.vendor, model: boot.model });
      if ((await plugs.list(stationId)).length === 0) return 'Pending';
      // Not awaited, because the station may charge during its setup.
      void setUp(socket);
      return 'Accepted';
    },
  };
}

/**
 * Applies the required settings and reads the station's abilities. Settings that could not be applied are stored, so that staff
 * see them.
 * @returns true if the setup was completed
 */
async function set(dependencies: ReceptionDependencies, socket: StationSocket): Promise<boolean> {
  const { registry, codes, displays, holds, plugs, processId, now, dialectOf, note } = dependencies;
  const { stationId, connectionId, protocol } = socket;
  const { settings, limits, hasSetting } = dialectOf(socket);
  try {
    // The limit protects the supply of the site, so it does not depend on the settings. A failure repeats the setup.
    const isLimited = await applyLimit({ ...dependencies, limits }, socket).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CallFailed) return false;
        throw error;
      },
    );
    const { boot, meterKeys: known } = (await registry.find(stationId)) ?? {};
    const isDc = (await plugs.list(stationId)).some(({ plug }) => plug?.isDc);
    const wanted = wantedSettings({ isDc }).filter(hasSetting);
    const { unset, meterIntervalS } = await applySettings(socket, { calls: settings, wanted });
    await registry.change(stationId, { unset, meterIntervalS });
    const held = holds.find(stationId);
    // The interval is stored only if the station has not opened a new connection during the setup.
    if (held?.connectionId === connectionId && held.meterIntervalS !== meterIntervalS)
      await holds.put({ stationId, connectionId, protocol, processId, meterIntervalS, seenAt: now() });
    const numbers = (await plugs.list(stationId)).flatMap(({ chargePoint }) => chargePoint ?? []);
    const meterKeys = await readMeterKeys(socket, { settings, plugs: numbers, known, now: now() }).catch(ifRefused);
    const abilities = protocol === 'ocpp1.6' ? null : await readAbilities(socket, settings).catch(ifRefused);
    await registry.change(stationId, { ...(meterKeys ? { meterKeys } : {}), ...(abilities ? { abilities } : {}) });
    const isShown = await setCodes(socket, { codes, plugs: numbers, itemsPerMessage: abilities?.itemsPerMessage ?? null });
    if (!isShown && abilities) await displays.begin(socket, abilities.formats);
    if (unset.length > 0) note('ocpp station not configured', { station: stationId, settings: unset.length });
    // If the station has booted during the setup, it may have lost its settings.
    if ((await registry.find(stationId))?.boot?.at !== boot?.at) return await set(dependencies, socket);
    if (isLimited) await registry.change(stationId, { isToBeSet: false });
    return isLimited;
  } catch (error) {
    note('ocpp station not configured', { station: stationId, reason: error instanceof CallFailed ? error.message : 'error' });
    return false;
  }
}

/** Returns null if the station does not support the request. Rethrows every other error. */
function ifRefused(error: unknown): null {
  if (error instanceof CallFailed && error.isRefused) return null;
  throw error;
}

/** Requests the status of all plugs, because a station need not send it after a reconnect. */
async function requestStatus(
  { plugs, dialectOf, findMissing, note }: ReceptionDependencies,
  socket: StationSocket,
): Promise<void> {
  try {
    const numbers = (await plugs.list(socket.stationId)).flatMap(({ chargePoint }) => (chargePoint ? [chargePoint] : []));
    await dialectOf(socket).requestPlugs(socket, numbers);
  } catch (error) {
    if (error instanceof CallFailed) note('ocpp request to station failed', { station: socket.stationId, reason: error.message });
  }
  // Called even if the station did not send the status of its plugs.
  findMissing(socket);
}
