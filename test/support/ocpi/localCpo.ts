import express, { type Express, type RequestHandler, Router } from 'express';
import { changed } from '../changedSwitches.ts';
import { answer, receiving } from './answers.ts';
import { commandsRouter } from './commands.ts';
import { credentialsRouter, isLetIn, register } from './credentials.ts';
import { listRouter, many } from './lists.ts';
import { type JsonObject, locationOf, tariffOf } from './objects.ts';
import { push } from './sending.ts';
import { runSession, type StartBody } from './sessions.ts';
import { type CpoState, createState, standStill } from './state.ts';
import type { CpoVersion } from './switches.ts';

const VERSIONS: readonly CpoVersion[] = ['2.2.1', '2.3.0'];
const LISTS = ['locations', 'tariffs', 'sessions', 'cdrs'] as const;

/**
 * Creates a simulated CPO with OCPI 2.2.1 and 2.3.0, and the HTTP app through which tests change the switches that define its
 * behaviour.
 */
export function createLocalCpo(): { state: CpoState; cpo: Express; control: Express } {
  const state = createState();
  const cpo = express();
  cpo.use(express.json({ limit: '4mb', strict: false }));
  const letIn =
    (isForRegistration: boolean): RequestHandler =>
    (request, response, next) =>
      isLetIn(request, state, isForRegistration) ? next() : answer(response, state.switches.encoding.refusesWith);

  cpo.get('/ocpi/versions', receiving(state, 'versions'), letIn(true), (_request, response) =>
    answer(response, { data: state.switches.versions.map(version => ({ version, url: `${state.origin}/ocpi/${version}` })) }),
  );
  for (const version of VERSIONS) {
    const router = Router();
    router.get('/', receiving(state, 'details'), letIn(true), (_request, response) =>
      answer(response, { data: { version, endpoints: endpointsOf(state, version) } }),
    );
    router.use('/credentials', receiving(state, 'credentials'), letIn(true), credentialsRouter(state, version));
    router.use('/commands', receiving(state, 'commands'), letIn(false), commandsRouter(state));
    router.post('/payments/financial-advice-confirmations', receiving(state, 'payments'), letIn(false), (_request, response) =>
      answer(response, {}),
    );
    for (const list of LISTS) router.use(`/${list}`, receiving(state, list), letIn(false), listRouter(state, version, list));
    cpo.use(`/ocpi/${version}`, router);
  }
  return { state, cpo, control: controlOf(state) };
}

function endpointsOf({ origin, switches }: CpoState, version: CpoVersion): JsonObject[] {
  const endpoints = ['credentials', ...LISTS, 'commands'].map(identifier => ({
    identifier,
    role: identifier === 'commands' ? 'RECEIVER' : 'SENDER',
    url: `${origin}/ocpi/${version}/${identifier}`,
  }));
  if (switches.payments.isOffered && version === '2.3.0')
    endpoints.push({ identifier: 'payments', role: 'RECEIVER', url: `${origin}/ocpi/2.3.0/payments` });
  return endpoints.filter(({ identifier }) => !switches.withoutModules.includes(identifier));
}

/** Creates the HTTP app with which tests set switches and read the state of the CPO. */
function controlOf(state: CpoState): Express {
  const control = express();
  control.use(express.json({ limit: '4mb' }));
  control.put('/switches', (request, response) => {
    state.switches = changed(state.switches, request.body as JsonObject);
    response.json({});
  });
  control.put('/invitation', (request, response) => {
    const { token } = request.body as { token: string };
    Object.assign(state, { invitation: token, peer: null });
    response.json({});
  });
  control.put('/objects', (request, response) => {
    const { locations, tariffs } = request.body as Record<'locations' | 'tariffs', number | JsonObject[] | undefined>;
    const listed = (list: number | JsonObject[], make: (number: number) => JsonObject) =>
      typeof list === 'number' ? many(list, make) : list;
    if (locations !== undefined) state.locations = listed(locations, locationOf);
    if (tariffs !== undefined) state.tariffs = listed(tariffs, number => tariffOf(`T${number}`, 0.5));
    response.json({});
  });
  control.put('/renewals', (request, response) => {
    const { count, everyMs, last_updated } = request.body as { count: number; everyMs: number; last_updated: string };
    const from = Date.parse(last_updated);
    state.locations = state.locations.map((location, at) => {
      if (at >= count) return location;
      return { ...location, name: `Since ${last_updated}`, last_updated: new Date(from - at * everyMs).toISOString() };
    });
    response.json({});
  });
  control.post('/register', async (request, response) => {
    response.json(await register(state, request.body as Parameters<typeof register>[1]));
  });
  control.post('/push', async (request, response) => {
    await push(state, request.body as Parameters<typeof push>[1]);
    response.json(state.sent.at(-1));
  });
  control.post('/session', async (request, response) => {
    response.json(await runSession(state, request.body as StartBody));
  });
  control.put('/clock', (request, response) => {
    standStill(state, (request.body as { at: string }).at);
    response.json({});
  });
  control.post('/pass', async (request, response) => {
    await state.turned?.pass((request.body as { ms: number }).ms);
    response.json({});
  });
  control.get('/state', (_request, response) => {
    const { seen, sent, sessions, cdrs, peer, locations, tariffs } = state;
    response.json({ seen, sent, sessions, cdrs, peer, locations, tariffs });
  });
  return control;
}
