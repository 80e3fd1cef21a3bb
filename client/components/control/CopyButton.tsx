import { useState } from 'react';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { useToasts } from '../../hooks/useToasts.ts';
import { Icon } from '../text/Icon.tsx';
import { AddressField } from './AddressField.tsx';
import { TextButton } from './Button.tsx';

interface CopyButtonProps {
  label: string;
  /** Confirmation, shown on the button and in a toast. */
  done: string;
  read(): string;
}

/** Copies a text to the clipboard. Needs JavaScript. If the browser refuses, shows the text for manual copying. */
export function CopyButton({ label, done, read }: CopyButtonProps) {
  const toasts = useToasts();
  const isHydrated = useHydrated();
  const [state, setState] = useState<'before' | 'copied' | 'refused'>('before');
  if (!isHydrated) return null;
  if (state === 'refused') return <AddressField address={read()} label={label} />;
  const copy = async () => {
    await navigator.clipboard.writeText(read());
    setState('copied');
    toasts.add({ variant: 'info', headline: done });
  };
  return (
    // A browser without a clipboard also ends here, and the text is shown for manual copying.
    <TextButton type="button" onClick={() => void copy().catch(() => setState('refused'))}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      {state === 'copied' ? done : label}
    </TextButton>
  );
}
