import { gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import type { CpoState } from './state.ts';
import type { AnswerFault } from './switches.ts';

export interface Answer {
  status?: number;
  code?: number;
  message?: string;
  data?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Records each request and selects the fault of its response. If the fault is `down` or `hang`, the CPO does not execute the
 * request.
 */
export const receiving =
  (state: CpoState, module: string): RequestHandler =>
  (request, response, next) => {
    const { method, path, query, headers, body } = request;
    state.seen.push({ method, path: request.baseUrl + path, query: { ...query }, headers, body: body as unknown });
    const fault = consumeFault(state, module, method);
    response.locals.fault = fault;
    if (fault?.kind === 'down') return void request.socket.destroy();
    if (fault?.kind === 'hang') return;
    next();
  };

function consumeFault({ switches }: CpoState, module: string, method: string): AnswerFault | null {
  const fits = (fault: AnswerFault) =>
    [module, '*'].includes(fault.module) && (fault.method ?? method) === method && fault.times !== 0;
  const fault = switches.faults.find(fits);
  if (fault && fault.times !== null) fault.times--;
  return fault ?? null;
}

/** Sends a response. Every response is sent here, so that a fault can alter it. */
export async function answer(
  response: Response,
  { status = 200, code = 1000, message, data, headers = {} }: Answer,
): Promise<void> {
  const { fault } = response.locals as { fault?: AnswerFault | null };
  const { req } = response;
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const sent = req.get(name);
    if (sent !== undefined) response.set(name, sent);
  }
  response.set(headers);
  const envelope = { data, status_code: code, status_message: message, timestamp: new Date().toISOString() };
  const text = JSON.stringify(envelope);
  if (!fault) return void response.status(status).type('json').send(text);
  await SPOILT[fault.kind]?.({ response, text, fault, data });
}

interface Spoiling {
  response: Response;
  text: string;
  fault: AnswerFault;
  data: unknown;
}

const SPOILT: Readonly<Partial<Record<AnswerFault['kind'], (spoiling: Spoiling) => unknown>>> = {
  lost: ({ response }) => response.req.socket.destroy(),
  truncate: ({ response, text }) => response.type('json').send(text.slice(0, Math.floor(text.length / 2))),
  redirect: ({ response, fault }) => response.redirect(fault.value ?? 302, fault.location ?? '/elsewhere'),
  html: ({ response }) => response.send('<!doctype html><title>Welcome</title>'),
  bare: ({ response, data }) => response.json(data),
  'not utf-8': ({ response }) =>
    response
      .type('json')
      .send(Buffer.concat([Buffer.from('{"status_code":1000,"data":"'), Buffer.from([0xff]), Buffer.from('"}')])),
  'two values': ({ response, text }) => response.type('json').send(text + text),
  huge: ({ response, text }) => response.type('json').send(text + ' '.repeat(17 * 1_048_576)),
  'huge when unpacked': ({ response, text }) =>
    response
      .type('json')
      .set('content-encoding', 'gzip')
      .send(gzipSync(text + ' '.repeat(17 * 1_048_576))),
  http: ({ response, fault }) => response.status(fault.value ?? 500).send('Something went wrong'),
  'retry after': ({ response, fault }) =>
    response
      .status(429)
      .set('retry-after', String(fault.value ?? 1))
      .json({}),
  code: ({ response, fault, data }) =>
    response.json({ data, status_code: fault.value ?? 2000, timestamp: new Date().toISOString() }),
  async drip({ response, text }) {
    response.type('json');
    for (const character of text) {
      if (response.destroyed) return;
      response.write(character);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    response.end();
  },
};
