import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../text/Icon.tsx';
import { STATUS_STYLES } from './statusStyles.ts';

interface NoteProps {
  variant: 'info' | 'success' | 'warning' | 'error';
  icon: IconName;
  role?: 'status' | 'alert';
  children: ReactNode;
}

/** An icon and a text beside a coloured line. The text is not coloured, because colour alone must not carry the message. */
export function Note({ variant, icon, role, children }: NoteProps) {
  return (
    <Box data-variant={variant} role={role}>
      <Icon name={icon} />
      <div>{children}</div>
    </Box>
  );
}

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s3);
  padding: var(--s4);
  border-left: 4px solid var(--c);
  background: var(--tint);
  border-radius: 0 var(--radius) var(--radius) 0;
  ${STATUS_STYLES}
  > div > * + * {
    margin-top: var(--s1);
  }
  @media (max-width: 18em) {
    grid-template-columns: 1fr;
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
  @media print {
    background: none;
    border: 1px solid #000;
    padding: 2mm 3mm;
    > svg {
      display: none;
    }
  }
`;
