/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { BrowserRouter } from '../browser/BrowserRouter.tsx';
import { CurrentPage, fulfilled, LoaderContext, type PageView } from './pageData.tsx';
import { ROUTES } from './routes.ts';

const viewOf = (words: string) =>
  fulfilled<PageView>({ route: ROUTES[0], params: {}, content: <h1>{words}</h1>, form: null, formToken: null });

window.scrollTo = () => undefined;

test('whoever goes back before the router listens sees the page of the address', async () => {
  window.history.replaceState(null, '', '/en/receipts');
  const views = new Map([
    ['/receipts', viewOf('Receipts')],
    ['/', viewOf('Home')],
  ]);
  let wentBack = false;
  const view = ({ pathname }: { pathname: string }) => {
    // Changes the address without a popstate event, as if the visitor had gone back before the router listened to the event.
    if (!wentBack) window.history.replaceState(null, '', '/en/');
    wentBack = true;
    return views.get(pathname) ?? viewOf(`nothing at ${pathname}`);
  };
  render(
    <BrowserRouter basename="/en">
      <LoaderContext value={{ view, loadTexts: async () => undefined }}>
        <CurrentPage />
      </LoaderContext>
    </BrowserRouter>,
  );
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined();
  expect(window.location.pathname).toBe('/en/');
});
