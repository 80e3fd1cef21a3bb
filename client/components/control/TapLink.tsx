import type { ReactNode } from 'react';
import { Icon, type IconName } from '../text/Icon.tsx';
import { AppLink } from './AppLink.tsx';

interface TapTextProps {
  icon?: IconName;
  title: ReactNode;
  /** A line below the title. */
  text?: ReactNode;
}

/** A row of `TapRows` that is a link as a whole. */
export function TapLink({ to, ...row }: TapTextProps & { to: string }) {
  return (
    <AppLink to={to}>
      <TapText {...row} />
      <Icon name="chevron-right" />
    </AppLink>
  );
}

/** Icon and words of a row of `TapRows`. */
export function TapText({ icon, title, text }: TapTextProps) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>
        <b>{title}</b>
        {text && <small>{text}</small>}
      </span>
    </>
  );
}
