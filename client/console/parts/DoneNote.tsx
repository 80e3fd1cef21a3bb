import type { ReactNode } from 'react';
import { Icon } from '../core/Icon.tsx';

/** Says that the last action of the person is done. */
export const DoneNote = ({ children }: { children: ReactNode }) => (
  <div className="note note--success gap" role="status">
    <Icon name="circle-check" />
    <div>
      <b>{children}</b>
    </div>
  </div>
);
