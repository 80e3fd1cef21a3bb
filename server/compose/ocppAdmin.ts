import type { FirmwareUpdate } from '../../shared/console/firmware.ts';
import type { StationFilter, StationLine } from '../../shared/console/stations.ts';
import type { Clock } from '../core/ports/ports.ts';
import type { OcppAdmin, Within } from '../runtime/stationAdmin.ts';
import {
  createStationRegistry,
  isIdentity,
  type StationRecord,
  type StoredUpdate,
} from '../stations/ocpp/chargePoints/registry.ts';
import { createCommandStore } from '../stations/ocpp/commands/commands.ts';
import { createMessageLog } from '../stations/ocpp/messages/log.ts';
import { listSecurityEvents } from '../stations/ocpp/messages/securityEvents.ts';
import { refusedSettings } from '../stations/ocpp/settings/chargingLimit.ts';
import { createSettingLists, shownSettings } from '../stations/ocpp/settings/settingList.ts';
import type { Store } from '../store/engine/database.ts';
import { createHeldStations } from '../store/jobs/connectionLeases.ts';
import type { ConnectionLeaseRecord } from '../store/tables/otherTables.ts';
import { ocppRows } from './sources.ts';
import { OCPP_PATH } from './stations.ts';

interface OcppAdminOptions {
  store: Store;
  clock: Pick<Clock, 'now'>;
  /** Public origin of the shop, such as 'https://laden.example'. Stations connect below this origin. */
  origin: string;
}

/**
 * Maximum number of stations that are read for one page of the list. If a filter matches few of many thousand stations, the page
 * is short, and the caller requests the next page.
 */
const MAX_READ = 1000;
const READ_AT_ONCE = 200;

const FILTERS: Readonly<Record<StationFilter, (station: StationLine) => boolean>> = {
  away: ({ isConnected, lastMessageAt }) => !isConnected && lastMessageAt !== null,
  unset: ({ unset, faulty }) => unset.length + faulty.length > 0,
  new: ({ isConnected, lastMessageAt }) => !isConnected && lastMessageAt === null,
};

/** Creates the administration of the OCPP stations that may connect. The stations are stored as rows of the key-value store. */
export function createOcppAdmin({ store, clock, origin }: OcppAdminOptions): OcppAdmin {
  const now = () => clock.now();
  const registryOf = (within: Within) => createStationRegistry({ store: ocppRows(within), now });
  const registry = registryOf(store);
  const isSecure = origin.startsWith('https:');
  const held = createHeldStations(store);
  const lineOf = (station: StationRecord, by: ConnectionLeaseRecord | null) => lineFrom(station, by, isSecure);
  const addressOf = (identity: string) => `${origin.replace(/^http/, 'ws')}${OCPP_PATH}/${encodeURIComponent(identity)}`;
  const commands = createCommandStore({ store: ocppRows(store), now });
  const send: OcppAdmin['send'] = async (identity, command) => {
    if (!(await held.find(identity, now()))) return 'not connected';
    return (await commands.awaitOutcome(await commands.request(identity, command))) ?? 'no answer';
  };
  return {
    async list({ limit, after, is }) {
      const heldNow = new Map((await held.list(clock.now())).map(by => [by.stationId, by]));
      const lines: StationLine[] = [];
      let behind = after;
      for (let read = 0; read < MAX_READ; read += READ_AT_ONCE) {
        const some = await registry.listSome({ after: behind, limit: READ_AT_ONCE });
        for (const station of some) {
          const line = lineOf(station, heldNow.get(station.id) ?? null);
          if (is && !FILTERS[is](line)) continue;
          if (lines.length === limit) return { lines, after: lines.at(-1)?.identity ?? null };
          lines.push(line);
        }
        behind = some.at(-1)?.id;
        if (some.length < READ_AT_ONCE) return { lines, after: null };
      }
      return { lines, after: behind ?? null };
    },
    async find(identity) {
      const station = await registry.find(identity);
      return station && lineOf(station, await held.find(identity, clock.now()));
    },
    listRefused: async () => (await registry.listUnknown()).map(({ id, ...reported }) => ({ identity: id, ...reported })),
    async listNeverConnected(identities) {
      const known = await Promise.all(identities.map(async identity => [identity, await registry.find(identity)] as const));
      return new Set(known.filter(([, station]) => station?.lastMessageAt === undefined).map(([identity]) => identity));
    },
    isIdentity,
    knows: async (within, identity) => (await registryOf(within).find(identity)) !== null,
    async add(within, { identity, protocol }) {
      const password = await registryOf(within).add(identity, { protocol });
      return { identity, address: addressOf(identity), password };
    },
    send,
    async findSettings(within, identity) {
      const list = await createSettingLists({ store: ocppRows(within), now }).find(identity);
      return list && shownSettings(list);
    },
    listSecurityEvents: identity => listSecurityEvents(ocppRows(store), identity),
    async listMessages(identity) {
      // The process that is connected to the station has the latest messages in memory.
      await send(identity, { does: 'write its messages down' });
      return createMessageLog({ store: ocppRows(store), now }).list(identity);
    },
    addressOf,
  };
}

function lineFrom(station: StationRecord, held: ConnectionLeaseRecord | null, isSecure: boolean): StationLine {
  const { id, password, protocol, lastMessageAt = null, boot, faulty, refused = null, limit = null, firmware = null } = station;
  const withPassword = isSecure ? 2 : 1;
  return {
    identity: id,
    isConnected: held !== null,
    protocol: held?.protocol ?? boot?.protocol ?? null,
    onlyProtocol: protocol,
    securityProfile: password === null ? 0 : withPassword,
    lastMessageAt,
    boot: boot && { at: boot.at, vendor: boot.vendor, model: boot.model, firmware: boot.firmware },
    unset: refusedSettings(station),
    limit,
    firmware: firmware && firmwareOf(firmware),
    faulty: Object.entries(faulty).map(([action, count]) => ({ action, count })),
    refused,
  };
}

/** Returns an update without the number of the request. */
const firmwareOf = ({ server, requestedAt, state, stateAt, before }: StoredUpdate): FirmwareUpdate => ({
  ...{ server, requestedAt, state, stateAt, before },
});
