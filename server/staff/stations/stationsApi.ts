import type { OperatingLabels } from '../../../shared/console/labels.ts';
import type { OperatingStationCommands } from '../../../shared/console/stationCommands.ts';
import type { OperatingStations } from '../../../shared/console/stations.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Actor } from '../acts/actor.ts';
import { exportLabels, listLabelLocations, listLabels } from './labels.ts';
import { exportPoints } from './pointsCsv.ts';
import { getSites } from './sites.ts';
import { getConnection, getStation, listStations } from './stationLists.ts';
import { exportStationLogFile, listStationLogFiles } from './stationLogFiles.ts';
import { exportStations } from './stationsCsv.ts';

/** Creates the queries about charging points, stations, connections and labels for a signed-in person. */
export const operatingStations = (
  context: OperatorContext,
  asker: Actor,
): OperatingStations & OperatingStationCommands & OperatingLabels => ({
  listStations: request => listStations(context, request),
  exportPoints: format => exportPoints({ ...context, now: context.clock.now() }, asker, format),
  exportStations: format => exportStations({ ...context, now: context.clock.now() }, asker, format),
  getSites: request => getSites(context, request),
  getStation: request => getStation(context, request),
  getConnection: request => getConnection(context, request),
  getStationSettings: async ({ identity }) => (await context.stationAdmin?.ocpp?.findSettings(context.store, identity)) ?? null,
  async listSecurityEvents({ identity }) {
    const ocpp = context.stationAdmin?.ocpp;
    return ocpp && (await ocpp.find(identity)) ? ocpp.listSecurityEvents(identity) : null;
  },
  async listStationMessages({ identity }) {
    const ocpp = context.stationAdmin?.ocpp;
    return ocpp && (await ocpp.find(identity)) ? ocpp.listMessages(identity) : null;
  },
  async listStationLogFiles({ identity }) {
    const station = await context.stationAdmin?.ocpp?.find(identity);
    return station ? listStationLogFiles(context.store.db, identity) : null;
  },
  exportStationLogFile: request => exportStationLogFile({ ...context, now: context.clock.now() }, asker, request),
  stationAddress: ({ identity }) => context.stationAdmin?.ocpp?.addressOf(identity) ?? null,
  listLabelLocations: request => listLabelLocations(context, request),
  listLabels: request => listLabels(context, request),
  exportLabels: request => exportLabels(context, asker, request),
});
