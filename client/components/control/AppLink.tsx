import type { AnchorHTMLAttributes } from 'react';
import { Link, useHref } from 'react-router';
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
  // A server has no ways; what it writes is the same for all.
  if (!isBrowser || !isKept) return <a href={address} {...rest} />;
  const way = wayTo(address, { origin, locale, clientId: client.id, canScan: 'BarcodeDetector' in globalThis });
  if (way !== 'within') return <a href={address} {...rest} />;
  return <Link to={path} discover="none" {...rest} />;
}
