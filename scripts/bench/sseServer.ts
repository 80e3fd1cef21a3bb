// The baseline of live.ts: bare Express, which sends an event of the given size to every stream every two seconds.
import express, { type Response } from 'express';

const [, , port, bytes] = process.argv;
const INTERVAL_MS = 2000;
const open = new Set<Response>();
let id = 0;
const nextEvent = () => Buffer.from(`id: ${++id}\ndata: ${'x'.repeat(Number(bytes))}\n\n`);

const app = express().disable('x-powered-by').set('etag', false);
app.get('/', (_request, response) => void response.end());
app.get('/events', (_request, response) => {
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' });
  response.write(nextEvent());
  open.add(response);
  response.on('close', () => open.delete(response));
});
setInterval(() => {
  const event = nextEvent();
  for (const response of open) response.write(event);
}, INTERVAL_MS);
app.listen(Number(port), '127.0.0.1');
