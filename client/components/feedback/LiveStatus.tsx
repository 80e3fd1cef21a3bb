import { Hidden } from '../text/Text.tsx';

/** A live region: screen readers announce its changes. A session page has only this one. It is empty when the page loads. */
export function LiveStatus({ children }: { children: string }) {
  return <Hidden role="status">{children}</Hidden>;
}
