import { ALL_COMMANDS } from '../../server/staff/commands/allCommands.ts';
import { DATA_COMMANDS } from './dataCommands.ts';
import { OCPI_COMMANDS } from './ocpiCommands.ts';
import { STATION_COMMANDS } from './stationCommands.ts';

/** Every command of `npm run operator`. Beside the app, commands of stations and connections do more than inside of it. */
export const OPERATOR_COMMANDS = { ...ALL_COMMANDS, ...OCPI_COMMANDS, ...STATION_COMMANDS, ...DATA_COMMANDS } as Readonly<
  Record<string, (typeof ALL_COMMANDS)[string] | (typeof DATA_COMMANDS)[string]>
>;
