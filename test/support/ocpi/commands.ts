import { type Response, Router } from 'express';
import { answer } from './answers.ts';
import type { JsonObject } from './objects.ts';
import { sendTo } from './sending.ts';
import { runSession, type StartBody } from './sessions.ts';
import { type CpoState, wait } from './state.ts';
import { type Switches, switchesAt } from './switches.ts';

/**
 * Receives START_SESSION, STOP_SESSION and UNLOCK_CONNECTOR. The response is immediate; the result is sent to the `response_url`
 * later.
 */
export function commandsRouter(state: CpoState): Router {
  const router = Router();
  router.post('/START_SESSION', async (request, response) => {
    const body = request.body as StartBody & { response_url: string };
    const { start } = switchesAt(state.switches, body.evse_uid);
    if (!isThere(state, body)) return sendCommandResponse(response, 'REJECTED', true);
    if (start.answer === 'http 404') return answer(response, { status: 404, code: 2004 });
    if (start.answer === 'refused inside 2001')
      return answer(response, { code: 2001, data: { result: 'REJECTED', timeout: 30 } });
    await sendCommandResponse(response, start.answer, start.sendsTimeout);
    if (start.answer === 'ACCEPTED') void started(state, body, start);
  });
  router.post('/STOP_SESSION', async (request, response) => {
    const { session_id, response_url } = request.body as { session_id: string; response_url: string };
    const running = state.running.get(session_id);
    const { stop } = switchesAt(state.switches, running?.evseUid);
    if (isLost(state, running?.evseUid ?? '', stop.lostTimes)) return request.socket.destroy();
    const answered = running === undefined && stop.answer === 'ACCEPTED' ? 'UNKNOWN_SESSION' : stop.answer;
    await sendCommandResponse(response, answered, true);
    if (answered !== 'ACCEPTED') return;
    if ((stop.result === null || stop.result === 'ACCEPTED') && !stop.isIgnored) running?.stop();
    if (stop.result === null) return;
    await wait(state, stop.resultMs);
    await sendCommandResult(state, response_url, stop.result);
  });
  router.post('/UNLOCK_CONNECTOR', async (request, response) => {
    await sendCommandResponse(response, 'ACCEPTED', true);
    await sendCommandResult(state, (request.body as { response_url: string }).response_url, 'ACCEPTED');
  });
  return router;
}

const sendCommandResponse = (response: Response, result: string, sendsTimeout: boolean): Promise<void> =>
  answer(response, { data: { result, ...(sendsTimeout ? { timeout: 30 } : {}) } });

/** Returns true if the connector that a START_SESSION names exists. */
const isThere = ({ locations }: CpoState, { location_id, evse_uid, connector_id }: StartBody): boolean => {
  const at = (list: unknown, id: string, value: unknown) => (list as JsonObject[]).find(each => each[id] === value);
  const evse = at(at(locations, 'id', location_id)?.evses ?? [], 'uid', evse_uid);
  return at(evse?.connectors ?? [], 'id', connector_id) !== undefined;
};

function isLost({ stops }: CpoState, evseUid: string, lostTimes: number): boolean {
  const before = stops.get(evseUid) ?? 0;
  stops.set(evseUid, before + 1);
  return before < lostTimes;
}

async function started(state: CpoState, body: StartBody & { response_url: string }, start: Switches['start']): Promise<void> {
  const { result, resultMs, isResultDoubled, session, sessionMs } = start;
  const begin = async () => {
    if (session === 'none') return;
    await wait(state, sessionMs);
    await runSession(state, body);
    if (switchesAt(state.switches, body.evse_uid).session.isDoubled) await runSession(state, body);
  };
  const sendLater = async () => {
    if (result === null) return;
    await wait(state, resultMs);
    await sendCommandResult(state, body.response_url, result);
    if (isResultDoubled) await sendCommandResult(state, body.response_url, result);
  };
  if (session === 'before result') {
    await begin();
    await sendLater();
  } else await Promise.all([sendLater(), begin()]);
}

async function sendCommandResult(state: CpoState, url: string, result: string): Promise<void> {
  await sendTo(state, { method: 'POST', url, token: state.peer?.ourToken ?? null, body: { result } });
}
