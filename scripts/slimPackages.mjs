// What packages bring along that a browser never runs here, left out of the production build.
import { readFile } from 'node:fs/promises';

/** Whole packages, by what stands for them. */
const STAND_INS = {
  // react-i18next needs it for keys written as functions; ours are text, and client/texts.ts finds what they say.
  i18next: 'export const keyFromSelector = String;',
  // styled-components asks it in development only, to warn about unknown attributes.
  '@emotion/is-prop-valid': 'export default () => true;',
  // @loadable/component copies statics of loaded components; pages have none.
  'hoist-non-react-statics': 'export default target => target;',
};

/** Files whose components a bundler must keep, because it cannot see that making them does nothing else. */
const ROUTER = /react-router[\\/]dist[\\/]production[\\/]lib[\\/].*\.js$/;
const withPureComponents = source =>
  source
    .replaceAll(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = .*;$/gm, '');

export const slimPackages = {
  name: 'slim-packages',
  setup(build) {
    const names = Object.keys(STAND_INS).map(name => name.replaceAll('/', '\\/'));
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path, namespace: 'stand-in' }));
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: STAND_INS[path], loader: 'js' }));
    build.onLoad({ filter: ROUTER }, async ({ path }) => ({
      contents: withPureComponents(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
