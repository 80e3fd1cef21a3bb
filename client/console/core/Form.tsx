import type { ReactNode } from 'react';
import { useConsole } from './ConsoleContext.ts';

interface FormProps {
  /** Target of the form. Default: the address of the page. */
  action?: string;
  /** Hidden fields of the form. */
  hidden?: Readonly<Record<string, string | number>>;
  className?: string;
  children: ReactNode;
}

/**
 * A form with its own token. The token proves that the form comes from the console, and it limits repeated submits to one
 * execution.
 */
export function Form({ action, hidden = {}, className, children }: FormProps) {
  const { mintForm } = useConsole();
  return (
    <form method="post" action={action} className={className}>
      <input type="hidden" name="form" value={mintForm()} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
