import type { ApiTokenLine, TokenLimits } from '../../../shared/console/tokens.ts';
import { listTokens } from '../acts/apiTokens.ts';
import { columns, decimal, minute } from '../acts/commandLines.ts';
import { query } from './commands.ts';

export const TOKEN_QUERIES = {
  'token list': query<object, readonly ApiTokenLine[]>({
    does: 'List the tokens of programs that use the API, those that end first at the beginning',
    fields: {},
    read: ({ store, now }) => listTokens(store.db, now),
    lines: linesOf,
  }),
};

function linesOf(tokens: readonly ApiTokenLine[]): readonly string[] {
  if (tokens.length === 0) return ['There are no tokens.'];
  const rows = tokens.map(({ id, name, person, scopes, usedAt, expiresAt, ...limits }) => [
    ...[id, name, person, usedAt === null ? 'never' : minute(new Date(usedAt)), minute(new Date(expiresAt))],
    ...[scopes.join(','), limitsOf(limits)],
  ]);
  return columns([['id', 'program', 'person', 'used', 'ends', 'scopes', 'limits'], ...rows]);
}

/** Returns the limits of a token as options of `token add`. */
function limitsOf({ brand, networks, maxRefund }: TokenLimits): string {
  const amounts = Object.entries(maxRefund ?? {}).map(([currency, minor]) => `${currency}=${decimal(minor)}`);
  const options = [
    ...(brand === null ? [] : [`--brand ${brand}`]),
    ...(networks === null ? [] : [`--networks ${networks.join(',')}`]),
    ...(maxRefund === null ? [] : [`--max-refund ${amounts.join(',')}`]),
  ];
  return options.join(' ');
}
