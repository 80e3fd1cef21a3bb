import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';
import { withLocale } from '../../shared/model/locales.ts';
import { type Follow, FollowContext } from '../components/control/AppLink.tsx';
import { resolveNavigation } from '../core/navigation.ts';
import type { Visit } from '../core/pageData.tsx';

interface RouteBoundaryProps {
  visit: Visit;
  children: ReactNode;
}

/**
 * Opens a clicked link within the app if client/core/navigation.ts allows it. The check runs on click, because a page has many
 * links, of which few are clicked.
 */
export function RouteBoundary({ visit, children }: RouteBoundaryProps) {
  const base = useHref('/');
  const shownAt = useHref(useLocation());
  const navigate = useNavigate();
  const follow = useMemo<Follow>(() => {
    const { client, locale, origin } = visit;
    // If the current address lacks the language prefix, every link loads a new document. Otherwise the router would omit the
    // prefix from all later addresses.
    const hasLocaleInPath = base === withLocale(locale, '/');
    return (event, path) => {
      const address = withLocale(locale, path);
      if (!hasLocaleInPath || event.defaultPrevented || event.currentTarget.target || !isPlain(event)) return;
      const here = { origin, locale, clientId: client.id, canScan: 'BarcodeDetector' in globalThis };
      if (resolveNavigation(address, here) !== 'within') return;
      event.preventDefault();
      const isShown = address === shownAt;
      // If the visitor taps twice while the page loads, the second tap must not add a history entry: Back would seem to do
      // nothing.
      if (isShown || hereAs(window.location) !== address) void navigate(path, { replace: isShown });
    };
  }, [visit, base, shownAt, navigate]);
  return <FollowContext value={follow}>{children}</FollowContext>;
}

const hereAs = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
