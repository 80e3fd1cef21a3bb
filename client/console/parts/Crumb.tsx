import type { ReactNode } from 'react';
import { Icon } from '../core/Icon.tsx';

/** Back to the page that this one belongs to. */
export function Crumb({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="crumb" href={to}>
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}
