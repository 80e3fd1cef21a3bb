// The baseline of live.ts: bare Express, which sends an event of the given size to every stream of a group every two seconds.
import express, { type Response } from 'express';

const [, , port, bytes] = process.argv;
const INTERVAL_MS = 2000;
const groups = new Map<string, Set<Response>>();
let id = 0;
const nextEvent = () => Buffer.from(`id: ${++id}\ndata: ${'x'.repeat(Number(bytes))}\n\n`);

const app = express().disable('x-powered-by').set('etag', false);
app.get('/', (_request, response) => void response.end());
app.get('/events/:group', ({ params: { group } }, response) => {
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' });
  response.write(nextEvent());
  const open = groups.get(group) ?? startGroup(group);
  open.add(response);
  response.on('close', () => open.delete(response));
});
function startGroup(group: string): Set<Response> {
  const open = new Set<Response>();
  groups.set(group, open);
  setInterval(() => {
    const event = nextEvent();
    for (const response of open) response.write(event);
  }, INTERVAL_MS);
  return open;
}
app.listen(Number(port), '127.0.0.1');
