import { ALL_COMMANDS } from '../../server/staff/commands/allCommands.ts';
import { DATA_COMMANDS } from './dataCommands.ts';
import { OCPI_COMMANDS } from './ocpiCommands.ts';
import { STATION_COMMANDS } from './stationCommands.ts';

/**
 * All commands of `npm run operator`. The commands for stations, connections and data run only on the machine of the app, or can
 * do more there than through the running app.
 */
export const OPERATOR_COMMANDS = { ...ALL_COMMANDS, ...OCPI_COMMANDS, ...STATION_COMMANDS, ...DATA_COMMANDS } as Readonly<
  Record<string, (typeof ALL_COMMANDS)[string] | (typeof DATA_COMMANDS)[string]>
>;
