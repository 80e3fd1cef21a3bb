/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useDownload } from './useDownload.ts';
import { type Toast, ToastContext } from './useToasts.ts';

const words = {
  started: { variant: 'success', headline: 'Download started' },
  notYet: { variant: 'warning', headline: 'Not yet' },
  failed: { variant: 'error', headline: 'Download failed', description: 'It could not be started.' },
} as const;

/** The file's address is a fragment, because jsdom cannot navigate to another document. */
const FILE = '#file';

function Link() {
  const { handleClick, problem } = useDownload(words);
  return (
    <>
      <a href={FILE} onClick={handleClick}>
        Download
      </a>
      <p>{problem?.headline ?? 'fine'}</p>
    </>
  );
}

const added: Toast[] = [];
const add = (toast: Toast) => {
  added.push(toast);
  return '';
};

function show(answer: () => Promise<Response>) {
  const fetchIt = jest.fn(answer);
  globalThis.fetch = fetchIt as unknown as typeof fetch;
  render(
    <ToastContext value={{ add, remove: () => undefined }}>
      <Link />
    </ToastContext>,
  );
  return fetchIt;
}
const status = (code: number) => async () => ({ ok: code < 300, status: code }) as Response;
const press = () => act(async () => void fireEvent.click(screen.getByRole('link')));

afterEach(() => {
  cleanup();
  added.length = 0;
  window.location.hash = '';
});

test('asks first, then goes to the file and says so', async () => {
  const fetchMock = show(status(200));
  await press();
  expect(fetchMock.mock.calls[0]).toMatchObject(['http://localhost/#file', { method: 'HEAD' }]);
  expect(window.location.hash).toBe('#file');
  expect(added).toEqual([words.started]);
  expect(screen.getByText('fine')).toBeTruthy();
});

test.each([
  ['is not ready yet', status(409), words.notYet],
  ['is refused', status(500), words.failed],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), words.failed],
])('a file that %s is told as a toast and beside the link, and nobody leaves the page', async (_, answer, toast) => {
  show(answer);
  await press();
  expect(window.location.hash).toBe('');
  expect(added).toEqual([toast]);
  expect(screen.getByText(toast.headline)).toBeTruthy();
});

test('an expired link leads to the page that says what to do', async () => {
  show(status(410));
  await press();
  expect(window.location.hash).toBe('#file');
  expect(added).toEqual([]);
});

test('pressed twice it asks once', async () => {
  const fetchMock = show(() => new Promise(() => undefined));
  await press();
  await press();
  expect(fetchMock).toHaveBeenCalledTimes(1);
});
