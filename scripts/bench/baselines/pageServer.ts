// Answers one page in the plainest way there is, for scripts/bench/pages.ts: `template` joins strings, `react` renders the same
// elements. Both compress what they send, as Express usually does.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';
import { renderToString } from 'react-dom/server';
import { elementsOf } from './elements.ts';

const [, , way = '', file = '', port] = process.argv;
const html = readFileSync(file, 'utf8');
const nonceThen = / nonce="([^"]+)"/.exec(html)?.[1] ?? '';
const parts = html.split(nonceThen);
const elements = way === 'react' ? elementsOf(html) : null;

const app = express().disable('x-powered-by').set('etag', false);
app.use(compression());
app.get('/{*any}', (_request, response) => {
  const nonce = randomBytes(16).toString('base64');
  response
    .set('Content-Security-Policy', `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`)
    .type('html');
  response.send(way === 'react' ? `<!DOCTYPE html>${renderToString(elements)}` : parts.join(nonce));
});
app.listen(Number(port), '127.0.0.1');
