// Writes all styles ahead. In development, on the server and in tests styled-components makes them while rendering. A
// browser would load that machinery, and all CSS inside of JavaScript, only to arrive at what the server has sent. So the
// production build lets styled-components work once, here: the CSS becomes a file, the components keep their class names.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { stableStyledIds } from './stableStyledIds.mjs';

/** styled-components, with a list of all that was made with it. */
const NOTING = `
  import * as real from 'styled-components';
  export const { css, keyframes, createGlobalStyle, ServerStyleSheet } = real;
  export const made = [];
  const noting = make => Object.assign(
    (...parts) => { const component = make(...parts); made.push(component); return component; },
    { withConfig: config => noting(make.withConfig(config)), attrs: attrs => noting(make.attrs(attrs)) },
  );
  export const styled = new Proxy(target => noting(real.styled(target)), { get: (_, tag) => noting(real.styled[tag]) });
`;
/** In the order the server evaluates them, which is the order of the rules. */
const EVERYTHING = `
  import './client/App.tsx';
  import { FAILURE, NOT_FOUND, PAGES } from './client/pages.ts';
  import { made, ServerStyleSheet } from 'styled-components';
  await Promise.all([...PAGES, NOT_FOUND, FAILURE].map(page => page.preload()));
  export { made, ServerStyleSheet };
`;

const noting = {
  name: 'noting',
  setup(build) {
    build.onResolve({ filter: /^styled-components$/ }, ({ namespace }) =>
      namespace === 'noting' ? { path: 'styled-components', external: true } : { path: 'styled-components', namespace: 'noting' },
    );
    build.onLoad({ filter: /.*/, namespace: 'noting' }, () => ({ contents: NOTING, loader: 'js', resolveDir: process.cwd() }));
  },
};

async function evaluate(folder) {
  const file = path.resolve(folder, 'styles.mjs');
  await esbuild.build({
    ...{ stdin: { contents: EVERYTHING, resolveDir: process.cwd() }, outfile: file, bundle: true },
    ...{ format: 'esm', platform: 'node', target: 'node24', packages: 'external', jsx: 'automatic' },
    plugins: [noting, stableStyledIds()],
  });
  const evaluated = await import(pathToFileURL(file).href);
  fs.rmSync(file);
  return evaluated;
}

/** All CSS, and the class names of each component by its id. */
export async function builtStyles(folder) {
  const { made, ServerStyleSheet } = await evaluate(folder);
  const sheet = new ServerStyleSheet();
  const classNames = new Map();
  for (const component of made) {
    const { styledComponentId: id, componentStyle } = component;
    if (componentStyle.rules.some(rule => typeof rule === 'function')) {
      throw new Error(
        `Styles of a ${component.target} (${id}) depend on props; use a data attribute: ${componentStyle.rules[0]}`,
      );
    }
    const html = renderToStaticMarkup(sheet.collectStyles(createElement(component, { as: 'i' })));
    classNames.set(id, /class="([^"]*)"/.exec(html)[1]);
  }
  return { css: bareCss(sheet.getStyleTags()), classNames };
}

/** Without the marks by which styled-components would find its rules again. */
const bareCss = tags =>
  tags
    .replace(/<\/?style[^>]*>/g, '')
    .replace(/data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}/g, '')
    .replace(/\/\*!sc\*\/\s*/g, '');

const TEMPLATES = /\.withConfig\(\{componentId:"(\w+)"\}\)|\b(?:css|keyframes|createGlobalStyle)(?:<[^`]*?>)?(?=`)/g;

/** A module without its CSS, with the class names instead. */
export function withoutCss(source, classNames) {
  let [done, rest] = ['', 0];
  for (const match of source.matchAll(TEMPLATES)) {
    if (match.index < rest) continue;
    const [call, id] = match;
    const begin = source.indexOf('`', match.index);
    const named = id ? `.withConfig(${JSON.stringify({ componentId: id, className: classNames.get(id) })})` : call;
    done += `${source.slice(rest, match.index)}${named}${source.slice(match.index + call.length, begin)}\`\``;
    rest = endOfTemplate(source, begin);
  }
  return done + source.slice(rest);
}

/** Where a template that begins at `at` ends, with what is nested in it. */
function endOfTemplate(source, at) {
  for (let place = at + 1; place < source.length; place++) {
    if (source[place] === '\\') place++;
    else if (source[place] === '`') return place + 1;
    else if (source.startsWith('${', place)) place = endOfExpression(source, place + 2) - 1;
  }
  throw new Error('A template does not end');
}

function endOfExpression(source, at) {
  for (let place = at, depth = 1; place < source.length; place++) {
    if (source[place] === '`') place = endOfTemplate(source, place) - 1;
    else if (source[place] === '{') depth++;
    else if (source[place] === '}' && --depth === 0) return place + 1;
  }
  throw new Error('An expression in a template does not end');
}

/** In the browser's build styled-components is client/builtStyles.ts. */
export const styledStandIn = {
  name: 'styled-stand-in',
  setup(build) {
    build.onResolve({ filter: /^styled-components$/ }, () => ({ path: path.resolve('client/builtStyles.ts') }));
  },
};
