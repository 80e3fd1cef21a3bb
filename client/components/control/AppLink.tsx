import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react';
import { splitLocale, withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';

/** Shows the page of a link that was clicked within the app, where there is such a way. */
export type Follow = (event: MouseEvent<HTMLAnchorElement>, path: string) => void;

/** A server has no ways. */
export const FollowContext = createContext<Follow | null>(null);

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** With the language prefix or without. */
  to: string;
}

/** A link to a page of ours. */
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
