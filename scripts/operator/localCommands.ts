import { ALL_COMMANDS } from '../../server/staff/commands/allCommands.ts';
import { DATA_COMMANDS } from './dataCommands.ts';
import { OCPI_COMMANDS } from './ocpiCommands.ts';
import { STATION_COMMANDS } from './stationCommands.ts';

/**
 * Every command of `npm run operator`. On the machine of the app, commands for stations and connections can do more than through
 * the running app.
 */
export const OPERATOR_COMMANDS = { ...ALL_COMMANDS, ...OCPI_COMMANDS, ...STATION_COMMANDS, ...DATA_COMMANDS } as Readonly<
  Record<string, (typeof ALL_COMMANDS)[string] | (typeof DATA_COMMANDS)[string]>
>;
