import express from 'express';
import { offerControl } from '../controlled.ts';
import type { Act } from './acts.ts';
import type { Payload, StationFacts } from './station.ts';
import { createStations } from './stations.ts';

// Entry file of a process with simulated charging stations. A test controls it.

const stations = createStations({
  clock: { now: () => new Date(), sleepUntil: at => new Promise(resolve => setTimeout(resolve, at.getTime() - Date.now())) },
  note: () => undefined,
});

/** The control requests by method and path. Each function receives the request body and returns the response. */
const CONTROL: Readonly<Record<string, (body: never) => unknown>> = {
  'PUT /clock': ({ at }: { at: string }) => stations.standStill(at),
  'POST /pass': ({ ms }: { ms: number }) => stations.pass(ms),
  'POST /stations': async (requested: { facts: StationFacts; switches: Payload }[]) => {
    await Promise.all(requested.map(({ facts, switches }) => stations.add(facts, switches)));
  },
  'PUT /switches': ({ id, switches }: { id: string; switches: Payload }) => stations.set(id, switches),
  'POST /acts': ({ id, what }: { id: string; what: Act }) => stations.act(id, what),
  'POST /ends': ({ ids }: { ids: string[] }) => stations.end(ids),
  'POST /restarts': ({ ids, boots }: { ids: string[]; boots: boolean }) => stations.restart(ids, { boots }),
  'POST /seen': ({ id }: { id: string }) => stations.see(id),
  'POST /said': ({ id }: { id: string }) => stations.output(id),
  'POST /faults': () => stations.faults(),
};

const control = express();
control.use(express.json({ limit: '4mb' }));
for (const [name, perform] of Object.entries(CONTROL)) {
  const [method, path] = name.split(' ') as ['PUT' | 'POST', string];
  control[method === 'PUT' ? 'put' : 'post'](path, async (request, response) => {
    response.json((await perform(request.body as never)) ?? {});
  });
}
await offerControl(control);
