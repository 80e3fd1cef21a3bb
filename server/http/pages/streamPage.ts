import type { FormState } from '../../../client/app/App.tsx';
import { PAGES } from '../../../client/app/pages.ts';
import type { FilledPage } from '../../../client/core/page.ts';
import { FAILURE, NOT_FOUND, type PageParams, type Route, type RouteName } from '../../../client/core/routes.ts';
import type { Client } from '../../../shared/charging/charging.ts';
import { NEUTRAL_BRAND, NEUTRAL_CLIENT } from '../../../shared/charging/neutralClient.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { TimeoutError, within } from '../../../shared/util/within.ts';
import { createCutter, type Piece } from '../../render/documentParts.ts';
import { problemOf, STATUS } from '../request/problems.ts';

export interface Shown {
  route: Route<RouteName>;
  params: PageParams;
  /** Null if the data has not arrived yet and only a preceding piece is rendered. */
  filled: FilledPage | null;
  status?: number;
  form?: FormState;
  client: Client;
  /** The document contains no script and loads none, for a frame that runs no scripts. */
  isStill?: boolean;
}

/** A page whose status code is known, while the brand or the data is still loading. */
export interface StreamedPage {
  route: Route<RouteName>;
  params: PageParams;
  client: Promise<Client>;
  filled: FilledPage | Promise<FilledPage>;
  form?: FormState;
}

interface InOrderDependencies {
  nonce: string;
  draw(shown: Shown, piece: Piece): Promise<void>;
  onError(error: unknown): void;
}

/** Maximum wait for the brand and for the data of a page. The page is then completed with the neutral brand or with an error. */
const LATEST_MS = 20_000;

/** Placeholder while the brand is loading. Visitors see this neutral brand only if the brand cannot be loaded. */
export const NO_BRAND: Client = { ...NEUTRAL_CLIENT, id: NEUTRAL_BRAND, uuid: NEUTRAL_BRAND, isDefault: true };

/**
 * Sends each part of a page when the part is available: the head, with which a browser begins to load files; with the brand, the
 * frame up to the content; then the rest. The parts are sent in the order of the document, so the page needs no script. After
 * the first part the status code cannot change: a later failure is shown inside the frame.
 */
export async function showInOrder(delayed: StreamedPage, { nonce, draw, onError }: InOrderDependencies): Promise<void> {
  const { route, params, form } = delayed;
  const cutter = createCutter(nonce);
  const filling = within(Promise.resolve(delayed.filled), LATEST_MS);
  // Prevents an unhandled rejection. The failure is handled below.
  filling.catch(() => undefined);
  const nothing = { route, params, filled: null };

  if (!(await isThere(delayed.client))) await draw({ ...nothing, client: NO_BRAND }, cutter.upTo('head'));
  const client = await within(delayed.client, LATEST_MS).catch((error: unknown) => {
    onError(error);
    return NO_BRAND;
  });
  if (!(await isThere(filling))) await draw({ ...nothing, client }, cutter.upTo('main'));
  const failed = (error: unknown): Pick<Shown, 'route' | 'filled'> => {
    const problem = error instanceof TimeoutError ? new Problem('unexpected', { cause: error }) : problemOf(error);
    if (problem.code === 'unexpected') onError(problem.cause ?? problem);
    return failureOf(problem);
  };
  const shown = await filling.then(filled => ({ route, filled, ...(form ? { form } : {}) }), failed);
  await draw({ params, client, ...shown }, cutter.upTo('end'));
}

/** The page that shows a problem. */
export function failureOf({ code, retryAfterS }: Problem): Pick<Shown, 'route' | 'filled'> {
  const route = STATUS[code] === 404 ? NOT_FOUND : FAILURE;
  return { route, filled: PAGES[route.name].fill({ code, retryAfterS }) };
}

const isThere = (awaited: Promise<unknown>): Promise<boolean> =>
  within(
    awaited.then(
      () => true,
      () => true,
    ),
    0,
    () => false,
  );
