import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';
import { splitLocale, withLocale } from '../../../shared/locales.ts';
import { useVisit } from '../../pageData.tsx';
import { wayTo } from '../../ways.ts';

const isBrowser = typeof window !== 'undefined';

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** With the language prefix or without. */
  to: string;
}

/** A link to a page of ours. Whether it is shown within the app, client/ways.ts says; a server has no ways. */
export const AppLink = isBrowser ? LinkWithin : PlainLink;

function PlainLink({ to, ...rest }: AppLinkProps) {
  const { locale } = useVisit();
  return <a href={withLocale(locale, splitLocale(to).path)} {...rest} />;
}

function LinkWithin({ to, ...rest }: AppLinkProps) {
  const { client, locale, origin } = useVisit();
  const { path } = splitLocale(to);
  const address = withLocale(locale, path);
  // A document without a language in its own address keeps no language in those it goes on to.
  const isKept = useHref(path) === address;
  const shownAt = useHref(useLocation());
  const navigate = useNavigate();
  if (!isKept) return <a href={address} {...rest} />;
  const way = wayTo(address, { origin, locale, clientId: client.id, canScan: 'BarcodeDetector' in globalThis });
  if (way !== 'within') return <a href={address} {...rest} />;
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event);
    if (event.defaultPrevented || rest.target || !isPlain(event)) return;
    event.preventDefault();
    const isShown = address === shownAt;
    // While the page comes, a second tap would make another entry, and Back would seem to do nothing.
    if (isShown || hereAs(window.location) !== address) void navigate(path, { replace: isShown });
  };
  return <a href={address} {...rest} onClick={handleClick} />;
}

const hereAs = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
