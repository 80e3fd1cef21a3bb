import { createClock } from '../../server/adapters/clock/clock.ts';
import { ocpiOf } from '../../server/compose/sources.ts';
import { readConfig } from '../../server/config/config.ts';
import { createCatalogue } from '../../server/shop/catalogue/pushedLocations.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { createOcpi, type Ocpi, type OcpiDependencies } from '../../server/stations/ocpi/ocpi.ts';
import { readEnvironment } from './database.ts';

/**
 * Opens an OCPI adapter beside the running app, only to register and to download the catalogue. The running app continues to
 * handle the sessions.
 * @throws Error if OCPI_PARTY or PUBLIC_ORIGIN is missing
 */
export function openOcpi({ store }: Pick<CommandDependencies, 'store'>, note: OcpiDependencies['note'] = () => undefined): Ocpi {
  const startedMs = Date.now();
  const clock = createClock({ speed: 1, anchor: { realMs: startedMs, shownMs: startedMs } });
  const dependencies = ocpiOf(readConfig(readEnvironment()), {
    store,
    clock,
    note,
    catalogue: () => createCatalogue({ store, clock }),
    listener: () => ({
      report: async () => undefined,
      reportPlug: async () => undefined,
      reportCdr: async () => undefined,
      reportAnomaly: async () => undefined,
      reportClaims: async () => undefined,
    }),
  });
  if (!dependencies)
    throw new Error('OCPI_PARTY and PUBLIC_ORIGIN are required: partners need the identity and address of this app.');
  return createOcpi(dependencies);
}
