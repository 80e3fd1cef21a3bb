import { Hidden } from '../text/Text.tsx';

/** The only live region of a session page: announces changes to screen readers. Empty when the page arrives. */
export function LiveStatus({ children }: { children: string }) {
  return <Hidden role="status">{children}</Hidden>;
}
