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
  /** The data of the page. Null if it is still loading and only an earlier piece of the page is rendered. */
  filled: FilledPage | null;
  status?: number;
  form?: FormState;
  client: Client;
  /** True if the document must contain no script, because it is shown in a frame that runs none. */
  isStill?: boolean;
}

/** A page to stream: its status code is known, but its brand or data may still be loading. */
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

/**
 * Maximum wait in milliseconds for the brand and the data of a page. After it, the page is completed with the neutral brand or
 * an error.
 */
const MAX_WAIT_MS = 20_000;

/** Placeholder while the brand is loading. Visitors see this neutral brand only if loading fails. */
export const NO_BRAND: Client = { ...NEUTRAL_CLIENT, id: NEUTRAL_BRAND, uuid: NEUTRAL_BRAND, isDefault: true };

/**
 * Sends each part of a page as soon as it is ready: the head, so that the browser starts loading files, then the frame in the
 * colours of the brand, then the content. The parts are in document order, so no script is needed. A later failure is shown
 * inside the frame, because the status code is sent with the first part.
 */
export async function showInOrder(page: StreamedPage, { nonce, draw, onError }: InOrderDependencies): Promise<void> {
  const { route, params, form } = page;
  const cutter = createCutter(nonce);
  const filling = within(Promise.resolve(page.filled), MAX_WAIT_MS);
  // Prevents an unhandled rejection while `filling` is not awaited yet.
  filling.catch(() => undefined);
  const nothing = { route, params, filled: null };

  if (!(await isThere(page.client))) await draw({ ...nothing, client: NO_BRAND }, cutter.upTo('head'));
  const client = await within(page.client, MAX_WAIT_MS).catch((error: unknown) => {
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

/** Returns the page that displays a problem. */
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
