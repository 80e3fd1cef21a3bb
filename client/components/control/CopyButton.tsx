import { type ReactNode, useState } from 'react';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { useToasts } from '../../hooks/useToasts.ts';
import { Icon } from '../text/Icon.tsx';
import { TextButton } from './Button.tsx';

interface CopyButtonProps {
  children: ReactNode;
  /** Said once it is done, on the button and as a toast. */
  done: string;
  read(): string;
}

/** Puts a text where it can be pasted. Only with JavaScript, and only where the browser lets it. */
export function CopyButton({ children, done, read }: CopyButtonProps) {
  const toasts = useToasts();
  const isHydrated = useHydrated();
  const [isCopied, setIsCopied] = useState(false);
  if (!isHydrated || !navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(read());
    setIsCopied(true);
    toasts.add({ variant: 'info', headline: done });
  };
  return (
    <TextButton type="button" onClick={() => void copy().catch(() => setIsCopied(false))}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isCopied ? done : children}
    </TextButton>
  );
}
