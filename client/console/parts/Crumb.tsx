import type { ReactNode } from 'react';
import { Icon } from '../core/Icon.tsx';

/** Link to the parent page. */
export function Crumb({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="crumb" href={to}>
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}
