import { type Response, Router } from 'express';
import { answer } from './answers.ts';
import { sendTo } from './sending.ts';
import { runSession, type StartBody } from './sessions.ts';
import { type CpoState, wait } from './state.ts';

/** START_SESSION, STOP_SESSION and UNLOCK_CONNECTOR: answers at once, results later. */
export function commandsRouter(state: CpoState): Router {
  const router = Router();
  router.post('/START_SESSION', async (request, response) => {
    const body = request.body as StartBody & { response_url: string };
    const { start } = state.switches;
    if (start.answer === 'http 404') return answer(response, { status: 404, code: 2004 });
    if (start.answer === 'refused inside 2001')
      return answer(response, { code: 2001, data: { result: 'REJECTED', timeout: 30 } });
    await taken(response, start.answer, start.sendsTimeout);
    if (start.answer === 'ACCEPTED') void started(state, body);
  });
  router.post('/STOP_SESSION', async (request, response) => {
    const { session_id, response_url } = request.body as { session_id: string; response_url: string };
    const { stop } = state.switches;
    const running = state.running.get(session_id);
    const result = running === undefined && stop.answer === 'ACCEPTED' ? 'UNKNOWN_SESSION' : stop.answer;
    await taken(response, result, true);
    if (result !== 'ACCEPTED') return;
    if (!stop.isIgnored) running?.stop();
    await tellResult(state, response_url, 'ACCEPTED');
  });
  router.post('/UNLOCK_CONNECTOR', async (request, response) => {
    await taken(response, 'ACCEPTED', true);
    await tellResult(state, (request.body as { response_url: string }).response_url, 'ACCEPTED');
  });
  return router;
}

const taken = (response: Response, result: string, sendsTimeout: boolean): Promise<void> =>
  answer(response, { data: { result, ...(sendsTimeout ? { timeout: 30 } : {}) } });

async function started(state: CpoState, body: StartBody & { response_url: string }): Promise<void> {
  const { result, resultMs, isResultDoubled, session, sessionMs } = state.switches.start;
  const begin = async () => {
    if (session === 'none') return;
    await wait(sessionMs);
    await runSession(state, body);
  };
  const told = async () => {
    if (result === null) return;
    await wait(resultMs);
    await tellResult(state, body.response_url, result);
    if (isResultDoubled) await tellResult(state, body.response_url, result);
  };
  if (session === 'before result') {
    await begin();
    await told();
  } else await Promise.all([told(), begin()]);
}

async function tellResult(state: CpoState, url: string, result: string): Promise<void> {
  await sendTo(state, { method: 'POST', url, token: state.peer?.ourToken ?? null, body: { result } });
}
