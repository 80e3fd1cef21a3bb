import type { Told } from '../../server/staff/commands/allCommands.ts';
import { environment, reasonOf } from './database.ts';

/** The running app could not be reached, or did not let us in. */
export class NotHeard extends Error {}

/** A command of a running app, and its options. */
export interface RemoteRequest {
  name: string;
  options: Readonly<Record<string, string | undefined>>;
}

interface FarAsk extends RemoteRequest {
  isJson: boolean;
}

/** Has a running app do a command, with OPERATOR_API_TOKEN. Null: it knows no such command. @throws NotHeard */
export async function askFromAfar(at: string, { name, ...ask }: FarAsk): Promise<Told | null> {
  const token = environment.OPERATOR_API_TOKEN;
  if (!token) throw new NotHeard('OPERATOR_API_TOKEN is not set: the running app lets in whoever has its token.');
  const answer = await post(new URL(`/operator-api/${encodeURIComponent(name)}`, at), { token, ask });
  if (answer.status === 404) return null;
  if (answer.status === 401) throw new NotHeard('The token is not that of the running app, or it takes no commands.');
  const said = (await answer.json().catch(() => null)) as (Told & { error?: string }) | null;
  if (!said || (!answer.ok && said.error === undefined)) throw new NotHeard(`The running app answered ${answer.status}.`);
  if (said.error !== undefined) throw new Error(said.error);
  return said;
}

async function post(url: URL, { token, ask }: { token: string; ask: Omit<FarAsk, 'name'> }): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(ask),
    });
  } catch (error) {
    throw new NotHeard(`${url.origin} does not answer: ${reasonOf(error)}`);
  }
}
