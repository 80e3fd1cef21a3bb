import type { ReactNode } from 'react';
import { useConsole } from './ConsoleContext.ts';

interface FormProps {
  /** Path that receives the form. Default: the current page. */
  action?: string;
  /** Names and values of hidden fields. */
  hidden?: Readonly<Record<string, string | number>>;
  className?: string;
  /** True: the server names all faults at once, so the browser does not stop at the first one. */
  isChecked?: boolean;
  children: ReactNode;
}

/**
 * A form with a one-time token. The token proves that the form comes from the console. If the form is submitted twice, it is
 * executed only once.
 */
export function Form({ action, hidden = {}, className, isChecked, children }: FormProps) {
  const { mintForm } = useConsole();
  return (
    <form method="post" action={action} className={className} noValidate={isChecked}>
      <input type="hidden" name="form" value={mintForm()} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
