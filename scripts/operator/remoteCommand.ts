import type { CommandOutput } from '../../server/staff/acts/act.ts';
import { environment, reasonOf } from './database.ts';

/** Thrown if the running app cannot be reached or rejects the token. */
export class RemoteUnavailable extends Error {}

interface RemoteRequest {
  name: string;
  options: Readonly<Record<string, string>>;
}

/**
 * Sends a command to a running app, authorised by OPERATOR_API_TOKEN.
 * @returns null if the app does not know the command
 * @throws RemoteUnavailable
 */
export async function sendRemoteCommand(at: string, { name, options }: RemoteRequest): Promise<CommandOutput | null> {
  const token = environment.OPERATOR_API_TOKEN;
  if (!token) throw new RemoteUnavailable('OPERATOR_API_TOKEN is not set. Set it to the token of the running app.');
  const answer = await post(new URL(`/operator-api/${encodeURIComponent(name)}`, at), { token, options });
  if (answer.status === 404) return null;
  if (answer.status === 401)
    throw new RemoteUnavailable('The running app rejected the token. Check OPERATOR_API_TOKEN here and in the app.');
  const answerBody = (await answer.json().catch(() => null)) as (CommandOutput & { error?: string }) | null;
  if (!answerBody || (!answer.ok && answerBody.error === undefined))
    throw new RemoteUnavailable(`The running app answered ${answer.status}.`);
  if (answerBody.error !== undefined) throw new Error(answerBody.error);
  return answerBody;
}

async function post(url: URL, { token, options }: { token: string; options: RemoteRequest['options'] }): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ options }),
    });
  } catch (error) {
    throw new RemoteUnavailable(`No response from ${url.origin}: ${reasonOf(error)}`);
  }
}
