import { useState } from 'react';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { useToasts } from '../../hooks/useToasts.ts';
import { Icon } from '../text/Icon.tsx';
import { AddressField } from './AddressField.tsx';
import { TextButton } from './Button.tsx';

interface CopyButtonProps {
  label: string;
  /** Said once it is done, on the button and as a toast. */
  done: string;
  read(): string;
}

/** Puts a text where it can be pasted. Only with JavaScript; where the browser refuses, the text is shown to be copied by hand. */
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
    // A browser without a clipboard refuses like one that is not allowed to.
    <TextButton type="button" onClick={() => void copy().catch(() => setState('refused'))}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      {state === 'copied' ? done : label}
    </TextButton>
  );
}
