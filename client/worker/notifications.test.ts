import { describe, expect, it } from '@jest/globals';
import { type NotificationScope, openPage, showMessage } from './notifications.ts';

const ORIGIN = 'https://charge.example';
const SESSION = '/en/farnwald/charging/abc';
const MESSAGE = { title: 'Farnwald', body: 'Ended: €8.53.', lang: 'en', path: SESSION, clientId: 'farnwald', tag: 'end' };

interface Acts {
  shown: { title: string; options: NotificationOptions }[];
  focused: string[];
  opened: string[];
}

/** A fake service worker scope with open pages. It records all calls. */
function createScope(pages: readonly string[]): { scope: NotificationScope; acts: Acts } {
  const acts: Acts = { shown: [], focused: [], opened: [] };
  const scope: NotificationScope = {
    registration: { showNotification: async (title, options) => void acts.shown.push({ title, options }) },
    clients: {
      matchAll: async () => pages.map(url => ({ url, focus: async () => acts.focused.push(url) })),
      openWindow: async address => acts.opened.push(address),
    },
    location: { origin: ORIGIN } as Location,
  };
  return { scope, acts };
}

const tapped = (data: unknown) => {
  let isClosed = false;
  const notification = { data, close: () => (isClosed = true) } as unknown as Notification;
  return {
    event: Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
    isClosed: () => isClosed,
  };
};
const pushed = (message: typeof MESSAGE | null) =>
  Object.assign(new Event('push'), { data: message && { json: () => message }, waitUntil: () => undefined });

describe('A message from the app', () => {
  it('is shown in its language with the picture of its brand, in place of an earlier one', async () => {
    const { scope, acts } = createScope([]);
    await showMessage(scope, pushed(MESSAGE));
    const options = { body: MESSAGE.body, lang: 'en', tag: 'end', icon: '/touch-icon.png?client=farnwald', data: SESSION };
    expect(acts.shown).toEqual([{ title: 'Farnwald', options }]);
  });

  it('without words is not shown', async () => {
    const { scope, acts } = createScope([]);
    await showMessage(scope, pushed(null));
    expect(acts.shown).toEqual([]);
  });
});

describe('A tap on it', () => {
  it('opens the session', async () => {
    const { scope, acts } = createScope([`${ORIGIN}/en/farnwald`]);
    const { event, isClosed } = tapped(SESSION);
    await openPage(scope, event);
    expect([isClosed(), acts.opened, acts.focused]).toEqual([true, [ORIGIN + SESSION], []]);
  });

  it('shows the page where it is open already', async () => {
    const { scope, acts } = createScope([`${ORIGIN}/en/farnwald`, `${ORIGIN}${SESSION}?theme=dark`]);
    await openPage(scope, tapped(SESSION).event);
    expect([acts.opened, acts.focused]).toEqual([[], [`${ORIGIN}${SESSION}?theme=dark`]]);
  });

  it.each(['https://attacker.example/', '//attacker.example/x', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async address => {
      const { scope, acts } = createScope([]);
      await openPage(scope, tapped(address).event);
      expect([acts.opened, acts.focused]).toEqual([[], []]);
    },
  );
});
