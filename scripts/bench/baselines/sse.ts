import express, { type Response, type Router } from 'express';

/** Server-sent events with nothing behind them: as many bytes as a session's view has, written to everybody. */
export function createBareStreams(bytes: number): { router: Router; open(): number; say(id: number): void } {
  const open = new Set<Response>();
  const router = express.Router();
  const eventOf = (id: number) => Buffer.from(`id: ${id}\ndata: ${'x'.repeat(bytes)}\n\n`);
  router.get('/events', (_request, response) => {
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' });
    response.flushHeaders();
    response.write(eventOf(0));
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  return {
    router,
    open: () => open.size,
    say(id) {
      const event = eventOf(id);
      for (const response of open) response.write(event);
    },
  };
}
