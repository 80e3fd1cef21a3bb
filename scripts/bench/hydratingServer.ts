// The baseline of scripts.ts: an Express server that renders the elements of one page with React and hydrates them in the browser.
// Page and script are compressed once.
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import express, { type Response } from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import { elementsOf } from './pageElements.ts';

const [, , port, page = '', script = ''] = process.argv;
const rendered = renderToPipeableStream(elementsOf(readFileSync(page, 'utf8')), { bootstrapModules: ['/hydrate.js'] });
const html = brotliCompressSync(await text(rendered.pipe(new PassThrough())));
const js = brotliCompressSync(readFileSync(script));

const send = (response: Response, type: string, body: Buffer) => {
  response.type(type).set({ 'Content-Encoding': 'br', 'Content-Length': String(body.length) });
  response.end(body);
};
const app = express().disable('x-powered-by').set('etag', false);
app.get('/hydrate.js', (_request, response) => send(response, 'js', js));
app.get('/{*any}', (_request, response) => send(response, 'html', html));
app.listen(Number(port), '127.0.0.1');
