import type { OperatingStations } from '../../../shared/console/stations.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Actor } from '../acts/actor.ts';
import { exportLabels, listLabels } from './labels.ts';
import { getConnection, getPoint, getStation, listStations } from './stationLists.ts';

/** Points, stations, connections and labels for whoever is signed in. */
export const operatingStations = (context: OperatorContext, asker: Actor): OperatingStations => ({
  listStations: ask => listStations(context, ask),
  getPoint: ask => getPoint(context, ask),
  getStation: ask => getStation(context, ask),
  getConnection: ask => getConnection(context, ask),
  stationAddress: ({ identity }) => context.desk?.ocpp?.addressOf(identity) ?? null,
  listLabels: ask => listLabels(context, ask),
  takeLabels: ask => exportLabels(context, asker, ask),
});
