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
  /** Null: its data is not there yet, and only a piece before it is drawn. */
  filled: FilledPage | null;
  status?: number;
  form?: FormState;
  client: Client;
  /** The document has no script and loads none, as inside a frame that runs none. */
  isStill?: boolean;
}

/** A page whose status is decided, and whose brand or data are still on their way. */
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

/** The most a reader waits for the rest of a page: a browser that got nothing for so long shows nothing better either. */
const LATEST_MS = 20_000;

/** Stands in for a brand before it is known; nothing of it is seen. */
export const NO_BRAND: Client = { ...NEUTRAL_CLIENT, id: NEUTRAL_BRAND, uuid: NEUTRAL_BRAND, isDefault: true };

/**
 * Sends what there is: the opening, with which a browser begins to load; then, with the brand, the frame down to the content;
 * then the rest. Each comes when it is there, in the order of the document, so it needs no script. The answer is a page by
 * then: what fails later is told inside the frame.
 */
export async function showInOrder(delayed: StreamedPage, { nonce, draw, onError }: InOrderDependencies): Promise<void> {
  const { route, params, form } = delayed;
  const cutter = createCutter(nonce);
  const filling = within(Promise.resolve(delayed.filled), LATEST_MS);
  // Heard of below, where its turn comes.
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

/** The page that tells what went wrong. */
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
