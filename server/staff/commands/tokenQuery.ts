import type { ApiTokenLine } from '../../../shared/console/tokens.ts';
import { listTokens } from '../acts/apiTokens.ts';
import { columns, minute } from '../acts/commandLines.ts';
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
  const rows = tokens.map(({ id, name, person, scopes, usedAt, expiresAt }) => [
    ...[id, name, person, usedAt === null ? 'never' : minute(new Date(usedAt)), minute(new Date(expiresAt))],
    scopes.join(','),
  ]);
  return columns([['id', 'program', 'person', 'used', 'ends', 'scopes'], ...rows]);
}
