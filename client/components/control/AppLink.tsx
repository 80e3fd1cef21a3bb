import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react';
import { splitLocale, withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';

/** Handles a click on a link. Opens the page within the app if `resolveNavigation` returns 'within'. */
export type Follow = (event: MouseEvent<HTMLAnchorElement>, path: string) => void;

/** Null on the server, where links have no click handler. */
export const FollowContext = createContext<Follow | null>(null);

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Address with or without the language prefix. */
  to: string;
}

export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const { locale } = useVisit();
  const follow = use(FollowContext);
  const { path } = splitLocale(to);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    follow?.(event, path);
  };
  return <a href={withLocale(locale, path)} onClick={handleClick} {...rest} />;
}
