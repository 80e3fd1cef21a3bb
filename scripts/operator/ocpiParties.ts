import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { act } from '../../server/staff/commands/actCommands.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import type { Connection } from '../../server/stations/ocpi/connections/connections.ts';
import {
  claimsInWords,
  representedParties,
  sharedInWords,
  sharedParties,
  waitingClaims,
} from '../../server/stations/ocpi/connections/parties.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import type { OcpiWords } from './ocpiOptions.ts';

const MAX_OPTIONS = 10;

/** What a person has to decide of a connection: parties that two connections represent, claims without confirmation, and the commands. */
export function waitingLines(connection: Connection, all: readonly Connection[]): readonly string[] {
  return [...sharedLines(connection, all), ...claimLines(connection, all)];
}

function sharedLines(connection: Connection, all: readonly Connection[]): readonly string[] {
  const shared = sharedParties(connection, all);
  if (shared.length === 0) return [];
  const options = shared.slice(0, MAX_OPTIONS).map(({ party }) => `--party '${party}'`);
  return [
    `  CONFLICT, also offered by another connection: ${sharedInWords(connection, all)}`,
    `  if this connection alone represents it: ocpi confirm ${connection.id} ${options.join(' ')} --who "…"`,
  ];
}

function claimLines(connection: Connection, all: readonly Connection[]): readonly string[] {
  const waiting = waitingClaims(connection, all);
  if (waiting.length === 0) return [];
  const options = waiting.slice(0, MAX_OPTIONS).map(({ party, isHub }) => `${isHub ? '--hub' : '--party'} '${party}'`);
  return [
    `  unconfirmed claims: ${claimsInWords(waiting)}`,
    `  to offer its charging points: ocpi confirm ${connection.id} ${options.join(' ')} --who "…"`,
  ];
}

export type PartiesCommand = OcpiWords & { does: 'confirm-parties' | 'withdraw-parties' };

/** By the act of the console. `hasList`: what the connection sells is to be read. */
export async function changeParties(
  ocpi: Ocpi,
  dependencies: CommandDependencies,
  { does, words: [name = ''], parties, hub, who, reason = '' }: PartiesCommand,
): Promise<{ lines: readonly string[]; hasList: boolean }> {
  const { store, now } = dependencies;
  const stationAdmin = createStationAdmin(
    { stations: ['ocpi'], publicOrigin: null, port: 0 },
    { store, clock: { now: () => now }, ocpi },
  );
  await act({ ...dependencies, desk: () => stationAdmin }, who, { does, name, parties, hub, reason });
  const all = await ocpi.registration.connections.list();
  const connection = all.find(({ id }) => id === name);
  const represented = connection ? representedParties(connection, all).join(' ') : '';
  return {
    lines: [`${name} represents ${represented || 'no party'}.`, ...(connection ? waitingLines(connection, all) : [])],
    hasList: does === 'confirm-parties' && connection?.state === 'active',
  };
}
