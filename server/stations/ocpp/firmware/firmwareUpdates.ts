import { FAILED_FIRMWARE_STATES, type FirmwareState, isUpdating } from '../../../../shared/console/firmware.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { FirmwareListener } from '../../../core/ports/firmwarePort.ts';
import type { Plugs } from '../chargePoints/plugs.ts';
import type { Registry, StoredUpdate } from '../chargePoints/registry.ts';
import { integerIn, type Message, textIn } from '../messages/values.ts';

interface FirmwareDependencies {
  registry: Pick<Registry, 'find' | 'changeFirmware'>;
  plugs: Pick<Plugs, 'withhold' | 'isWithheld'>;
  listener(): Partial<FirmwareListener>;
  now(): Date;
}

/** An update about which the station reports nothing for so long has failed. */
const TIMEOUT_MS = HOUR_MS;
/** Repeated reports of one state are stored at most so often. */
const REPEAT_MS = MINUTE_MS;
const REPORTED: ReadonlySet<string> = new Set<FirmwareState>([
  ...(['DownloadScheduled', 'Downloading', 'DownloadPaused', 'Downloaded', 'SignatureVerified', 'InstallScheduled'] as const),
  ...(['Installing', 'InstallRebooting', 'Installed', 'DownloadFailed', 'InvalidSignature', 'InstallationFailed'] as const),
  'InstallVerificationFailed',
]);
const FAILED: ReadonlySet<FirmwareState> = new Set<FirmwareState>(FAILED_FIRMWARE_STATES);
/** States after which the next boot must have another version. */
const INSTALLING: ReadonlySet<FirmwareState> = new Set<FirmwareState>(['Installing', 'InstallRebooting']);

/** Follows the firmware updates of stations. From the request until the end, the plugs of the station are not sold. */
export function createFirmwareUpdates({ registry, plugs, listener, now }: FirmwareDependencies) {
  /** Stores a new state. When the update has ended, the plugs are sold again, and staff learn of a failure. */
  async function setState(stationId: string, state: FirmwareState, isMeant: (update: StoredUpdate) => boolean): Promise<void> {
    const { firmware: update } = (await registry.find(stationId)) ?? {};
    if (!update || !isUpdating(update)) return plugs.withhold(stationId, false);
    if (!isMeant(update)) return;
    if (update.state === state && now().getTime() - Date.parse(update.stateAt) < REPEAT_MS) return;
    // Reported before the state is stored, so that no failure is lost. The same failure is reported once.
    const since = new Date(update.requestedAt);
    if (FAILED.has(state)) await listener().reportFirmwareFailure?.({ station: stationId, state, since });
    const changed = { ...update, state, stateAt: now().toISOString() };
    await registry.changeFirmware(stationId, known => (known?.requestId === update.requestId ? changed : known));
    if (!isUpdating(changed)) await plugs.withhold(stationId, false);
  }

  return {
    /**
     * Stores a request and takes the plugs of the station out of sale.
     * @returns the former update; null: none
     */
    async begin(
      stationId: string,
      { server, requestId }: Pick<StoredUpdate, 'server' | 'requestId'>,
    ): Promise<StoredUpdate | null> {
      const { boot, firmware: former = null } = (await registry.find(stationId)) ?? {};
      const at = now().toISOString();
      const update = {
        server,
        requestId,
        requestedAt: at,
        state: 'requested',
        stateAt: at,
        before: boot?.firmware ?? null,
      } as const;
      await registry.changeFirmware(stationId, () => update);
      await plugs.withhold(stationId, true);
      return former;
    },
    /** Restores the former update, because the station has not taken the request. */
    async undo(stationId: string, { requestId, former }: { requestId: number; former: StoredUpdate | null }): Promise<void> {
      await registry.changeFirmware(stationId, known => (known?.requestId === requestId ? former : known));
      if (!isUpdating(former)) await plugs.withhold(stationId, false);
    },
    /** Stores what a station reports about an update (FirmwareStatusNotification, SignedFirmwareStatusNotification). */
    async report(stationId: string, message: Message): Promise<void> {
      const state = textIn(message.status) ?? '';
      const requestId = integerIn(message.requestId);
      if (!REPORTED.has(state)) return;
      await setState(stationId, state as FirmwareState, update => requestId === null || update.requestId === requestId);
    },
    /** Compares the version after a boot with the version before the update. */
    async booted(stationId: string, version: string | null): Promise<void> {
      const { firmware } = (await registry.find(stationId)) ?? {};
      if (!firmware || !isUpdating(firmware)) return;
      const isOther = version !== null && version !== firmware.before;
      if (!isOther && !INSTALLING.has(firmware.state)) return;
      await setState(stationId, isOther ? 'Installed' : 'SameVersion', ({ requestId }) => requestId === firmware.requestId);
    },
    /** Takes the plugs of a station that has connected out of sale, if the station is updating. */
    async connected(stationId: string, update: StoredUpdate | null): Promise<void> {
      await plugs.withhold(stationId, isUpdating(update));
    },
    /** Ends an update about which the station has reported nothing for an hour. Reads the database only while a station updates. */
    async endIfSilent(stationId: string): Promise<void> {
      if (!plugs.isWithheld(stationId)) return;
      const isSilent = ({ stateAt }: StoredUpdate) => now().getTime() - Date.parse(stateAt) >= TIMEOUT_MS;
      await setState(stationId, 'Silent', isSilent);
    },
  };
}

export type FirmwareUpdates = ReturnType<typeof createFirmwareUpdates>;
