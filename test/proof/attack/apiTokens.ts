import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SCOPES } from '../../../shared/console/tokens.ts';
import { mistyped } from '../../support/apiClient.ts';
import type { BuiltApp } from '../../support/builtApp.ts';
import { operatorCommand } from '../../support/operatorCommand.ts';
import type { ApiTokens } from './requests.ts';

/** Adds tokens of the API with all scopes. The API limits requests by token, so the attack has several of each kind. */
export async function apiTokensOf(
  app: BuiltApp,
  { env, brand }: { env: Record<string, string>; brand: string },
): Promise<ApiTokens> {
  const who = ['--who', 'Petra Lindqvist'];
  const add = async (program: string, ...more: readonly string[]): Promise<string> => {
    const words = ['token', 'add', program, '--scopes', SCOPES.join(','), ...more, ...who];
    return /charging_[\w-]{49}/.exec(await operatorCommand(app, { env, words }))?.[0] ?? '';
  };
  const revoked = await add('Revoked');
  const list = await operatorCommand(app, { env, words: ['token', 'list'] });
  const id = /^(\S+) +Revoked/m.exec(list)?.[1] ?? '';
  await operatorCommand(app, { env, words: ['token', 'revoke', id, ...who] });
  const ended = await add('Ended');
  endToken(app, 'Ended');
  const limits = ['--brand', brand];
  const valid = [await add('ERP'), await add('Map'), await add('Shifts')];
  return {
    valid,
    refused: [revoked, ended, await add('Elsewhere', '--networks', '203.0.113.0/24'), mistyped(valid[0] ?? '')],
    limited: [await add('Partner', ...limits), await add('Partner 2', ...limits), await add('Partner 3', ...limits)],
  };
}

/** Sets the end of a token to the past. */
function endToken(app: BuiltApp, program: string): void {
  const database = new DatabaseSync(path.join(app.dataDir, 'house.sqlite'), { timeout: 5000 });
  try {
    database.prepare('update api_tokens set expires_at = 1 where name = ?').run(program);
  } finally {
    database.close();
  }
}
