import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { Link, useHref, useLocation } from 'react-router';
import { splitLocale, withLocale } from '../../../shared/locales.ts';
import { useVisit } from '../../pageData.tsx';
import { wayTo } from '../../ways.ts';

const isBrowser = typeof window !== 'undefined';

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** With the language prefix or without. */
  to: string;
}

/** A link to a page of ours. Whether it is shown within the app, client/ways.ts says. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const { client, locale, origin } = useVisit();
  const { path } = splitLocale(to);
  const address = withLocale(locale, path);
  // A document without a language in its own address keeps no language in those it goes on to.
  const isKept = useHref(path) === address;
  const shownAt = useHref(useLocation());
  // A server has no ways; what it writes is the same for all.
  if (!isBrowser || !isKept) return <a href={address} {...rest} />;
  const way = wayTo(address, { origin, locale, clientId: client.id, canScan: 'BarcodeDetector' in globalThis });
  if (way !== 'within') return <a href={address} {...rest} />;
  // While the page comes, a second tap would make another entry, and Back would seem to do nothing.
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event);
    const goingTo = hereAs(window.location);
    if (isPlain(event) && goingTo === address && goingTo !== shownAt) event.preventDefault();
  };
  return <Link to={path} discover="none" {...rest} onClick={handleClick} />;
}

const hereAs = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
