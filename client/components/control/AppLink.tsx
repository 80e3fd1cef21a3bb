import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { withLocale } from '../../../shared/locales.ts';
import { usePage, useVisit } from '../../pageData.tsx';
import { findRoute } from '../../routes.ts';

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Without the language prefix. */
  to: string;
}

/** A link within the app. Another brand, and pages only the server can begin, are reached by a full load. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const { locale } = useVisit();
  const { params: here } = usePage();
  const [path = to] = to.split('?');
  const { route, params } = findRoute(path);
  const isSameBrand = (params.clientId ?? null) === (here.clientId ?? null);
  if (route.isFullLoad || route.usesCamera || !isSameBrand) return <a href={withLocale(locale, to)} {...rest} />;
  return <Link to={to} {...rest} />;
}
