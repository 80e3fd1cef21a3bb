import type { ReactNode } from 'react';
import { Icon } from '../core/Icon.tsx';

interface FoldedProps {
  /** What a person presses to see the content. */
  text: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}

/** Content that is hidden until a person opens it. */
export const Folded = ({ text, isOpen = false, children }: FoldedProps) => (
  <details className="more" open={isOpen}>
    <summary>
      <Icon name="chevron-down" />
      <span>{text}</span>
    </summary>
    {children}
  </details>
);
