// The baseline of pages.ts and start.ts: an Express server that renders the elements of one page with React at every address and
// compresses it.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';
import { renderToString } from 'react-dom/server';
import { elementsOf } from './pageElements.ts';

const [, , port, file = ''] = process.argv;
const elements = elementsOf(readFileSync(file, 'utf8'));

const app = express().disable('x-powered-by').set('etag', false);
app.use(compression());
app.get('/{*any}', (_request, response) => {
  const nonce = randomBytes(16).toString('base64');
  response
    .set('Content-Security-Policy', `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`)
    .type('html')
    .send(`<!DOCTYPE html>${renderToString(elements)}`);
});
app.listen(Number(port), '127.0.0.1');
