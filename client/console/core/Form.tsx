import type { ReactNode } from 'react';
import { useConsole } from './ConsoleContext.ts';

interface FormProps {
  /** Where it is sent; by default to the page's own address. */
  action?: string;
  /** What goes along with it. */
  hidden?: Readonly<Record<string, string | number>>;
  className?: string;
  children: ReactNode;
}

/** A form that is sent with a token of its own: ours, and done once however often it is sent. */
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
