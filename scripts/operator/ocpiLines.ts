import type { Connection } from '../../server/stations/ocpi/connections/connections.ts';
import type { Exchange } from '../../server/stations/ocpi/connections/exchanges.ts';
import { claimsInWords, sharedInWords, sharedParties, waitingClaims } from '../../server/stations/ocpi/connections/parties.ts';
import type { PeerRecord } from '../../server/stations/ocpi/sessions/peerRecords.ts';
import type { ConnectionState } from '../../server/stations/ocpi/states.ts';

/** Formats the connection state that the running app has last stored. */
export function stateLines({ failingS, openStarts, awaitedCdrs, modules }: ConnectionState): string[] {
  const work = failingS > 0 ? `failing for ${Math.ceil(failingS / 60)} minutes` : 'works';
  const moduleLines = Object.entries(modules).map(([name, { succeededAt, failedAt, failingSince }]) => {
    const since = failingSince === null ? '' : `  failing since ${failingSince}`;
    return `  ${name}: last success ${succeededAt ?? 'never'}, last failure ${failedAt ?? 'never'}${since}`;
  });
  return [`  ${work}; open starts: ${openStarts}; CDRs awaited: ${awaitedCdrs}`, ...moduleLines];
}

/** Formats the deviations from OCPI that the running app last recorded for the CPO's platform. */
export function recordLines({ habits, unreadable, unmatched, lastUnmatched }: PeerRecord): string[] {
  const counted = Object.entries(habits).map(([habit, count]) => `${count} × ${habit}`);
  const last = lastUnmatched.map(({ at, module, name }) => `    ${at}  ${module}  ${name}`);
  return [
    ...(counted.length > 0 ? [`  session messages that differ from the standard: ${counted.join(', ')}`] : []),
    ...(unreadable > 0 ? [`  unreadable session messages: ${unreadable}`] : []),
    ...(unmatched > 0 ? [`  sessions of unknown starts, not stored: ${unmatched}; the last ones:`, ...last] : []),
  ];
}

export const exchangeLine = (exchange: Exchange): string => {
  const { at, direction, method, module, status, statusCode, failure, tookMs, about, answer } = exchange;
  return [
    ...[at, direction, method, module, failure ?? `${status ?? '–'}/${statusCode ?? '–'}`, `${tookMs} ms`, about ?? ''],
    ...(answer ? [`response ${answer}`] : []),
  ].join('  ');
};

const MAX_OPTIONS = 10;

/**
 * Lists what staff must decide about a connection, each with its command: parties that two connections claim to represent, and
 * unconfirmed parties.
 */
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
