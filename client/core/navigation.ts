import { PATHS } from '../../shared/charging/paths.ts';
import { type Locale, splitLocale } from '../../shared/model/locales.ts';
import { findRoute, NOT_FOUND, type Route, type RouteName } from './routes.ts';

/** Properties of the current document that decide how a link opens. */
export interface Here {
  origin: string;
  locale: Locale;
  /** The brand of the current document. */
  clientId: string;
  /** True if this browser can read QR codes. A page with a camera button then needs a document that allows the camera. */
  canScan: boolean;
}

interface Target {
  url: URL;
  locale: Locale;
  route: Route<RouteName>;
  clientId: string;
}

interface FullLoad {
  is(target: Target, here: Here): boolean;
  because: string;
}

const FILE = /^\/(api|assets)\/|\.ics$/;

/** Links that load a new document, each with the reason. The first match applies. All other links open within the app. */
export const FULL_LOADS = {
  other: { is: ({ url }, { origin }) => url.origin !== origin, because: 'another site, a telephone or a letter is not ours' },
  file: { is: ({ url }) => FILE.test(url.pathname), because: 'a browser saves it, or shows it with a program of its own' },
  language: {
    is: ({ locale, url }, here) => locale !== here.locale || url.searchParams.has('lang'),
    because: 'all texts come with a document, and the answer sets the cookie that remembers the choice',
  },
  noPage: { is: ({ route }) => route === NOT_FOUND, because: 'only the server knows what it is, and answers 404 if nothing' },
  brand: {
    is: ({ clientId }, here) => clientId !== here.clientId,
    because: 'colours, name and logo of a brand come with a document',
  },
  camera: {
    is: ({ route }, { canScan }) => route.usesCamera && canScan,
    because: 'a document has the right to ask for the camera from its own headers',
  },
  paymentReturn: {
    is: ({ route }) => route.path === PATHS.paymentReturn,
    because: 'it is come to from the payment page of somebody else, and leads on as the payment stands',
  },
  results: {
    is: ({ route }) => route.path === PATHS.results,
    because: 'what a search found is in a cookie that scripts cannot read; the search itself hands it on',
  },
} satisfies Readonly<Record<string, FullLoad>>;

export type NavigationKind = 'within' | keyof typeof FULL_LOADS;

/**
 * Decides how a link opens. `address` contains the language prefix.
 * @returns 'within' to open the link within the app, otherwise the key of `FULL_LOADS` that applies
 */
export function resolveNavigation(address: string, here: Here): NavigationKind {
  const url = new URL(address, here.origin);
  const { locale, path } = splitLocale(url.pathname);
  const { route, params } = findRoute(decoded(path));
  const target = { url, locale, route, clientId: params.clientId ?? NEUTRAL };
  const found = Object.entries<FullLoad>(FULL_LOADS).find(([, { is }]) => is(target, here));
  return found ? (found[0] as NavigationKind) : 'within';
}

/** Id of the neutral brand. Pages without an operator's brand have it. */
const NEUTRAL = 'house';

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
