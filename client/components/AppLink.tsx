import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { withLocale } from '../../shared/locales.ts';
import { usePage, useVisit } from '../pageData.tsx';
import { findPage } from '../pages.ts';

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Without the language prefix. */
  to: string;
}

/**
 * A link within the app. Another brand, and pages only the server can begin, are reached by a full load. react-router's
 * own Link is not used: it brings along what loads the pages of frameworks ahead.
 */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const { locale } = useVisit();
  const { params: here } = usePage();
  const navigate = useNavigate();
  const [path = to] = to.split('?');
  const { page, params } = findPage(path);
  const isSameBrand = (params.clientId ?? null) === (here.clientId ?? null);
  const isFullLoad = page.isFullLoad || page.usesCamera || !isSameBrand;
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate(to);
  };
  return <a href={withLocale(locale, to)} onClick={isFullLoad ? undefined : follow} {...rest} />;
}

/** Not one that opens a tab, a window or a menu. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
