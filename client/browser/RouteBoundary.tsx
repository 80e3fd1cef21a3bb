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

/** Has links shown within the app where client/core/navigation.ts says so. Asked when one is clicked: a page has many, and few are. */
export function RouteBoundary({ visit, children }: RouteBoundaryProps) {
  const base = useHref('/');
  const shownAt = useHref(useLocation());
  const navigate = useNavigate();
  const follow = useMemo<Follow>(() => {
    const { client, locale, origin } = visit;
    // A document without a language in its own address keeps no language in those it goes on to.
    const hasLocaleInPath = base === withLocale(locale, '/');
    return (event, path) => {
      const address = withLocale(locale, path);
      if (!hasLocaleInPath || event.defaultPrevented || event.currentTarget.target || !isPlain(event)) return;
      const here = { origin, locale, clientId: client.id, canScan: 'BarcodeDetector' in globalThis };
      if (resolveNavigation(address, here) !== 'within') return;
      event.preventDefault();
      const isShown = address === shownAt;
      // While the page comes, a second tap would make another entry, and Back would seem to do nothing.
      if (isShown || hereAs(window.location) !== address) void navigate(path, { replace: isShown });
    };
  }, [visit, base, shownAt, navigate]);
  return <FollowContext value={follow}>{children}</FollowContext>;
}

const hereAs = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
