import { Hidden } from '../text/Text.tsx';

/** The only live region of a session page. Screen readers announce its changes. Empty when the page loads. */
export function LiveStatus({ children }: { children: string }) {
  return <Hidden role="status">{children}</Hidden>;
}
