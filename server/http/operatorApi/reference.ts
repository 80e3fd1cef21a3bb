import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { createElement } from 'react';
import { API_PATH } from '../../../shared/console/api.ts';
import { renderStaticDocument } from '../../render/staticDocument.ts';
import { DESCRIPTION } from './description.ts';
import { type Description, ReferencePage } from './ReferencePage.tsx';

const STYLE = `
body{margin:0;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.3rem;margin:2.5rem 0 .5rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:1rem}nav a{padding-block:.5rem}
details{border-top:1px solid #8888}summary{padding:.75rem 0;cursor:pointer;min-height:1.5rem}
summary span{display:block;padding-left:1.1rem;font-size:.9375rem}
a{color:inherit}
code{font:.9375em ui-monospace,monospace}
table{border-collapse:collapse;width:100%;margin-block:.5rem}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid #8888}
@media (max-width:40em){thead{display:none}tr{display:block;border-top:1px solid #8888;padding-block:.4rem}td{display:block;border:0;padding:0}}
p{margin:.25rem 0}ul{padding-left:1.25rem;margin:.5rem 0 1rem}
:focus-visible{outline:3px solid;outline-offset:2px}
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** Serves the description of the API as a page for people. The page is rendered once. */
export function referencePage(): RequestHandler {
  let page: string | null = null;
  return (_request, response) => {
    page ??= renderStaticDocument(
      // The imported JSON has a narrower type for each operation.
      createElement(ReferencePage, { description: DESCRIPTION as unknown as Description, base: API_PATH, style: STYLE }),
    );
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'public, max-age=300' }).type('html').send(page);
  };
}
