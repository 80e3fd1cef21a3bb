import { type ReactNode, useId } from 'react';

interface BlockProps {
  name: ReactNode;
  /** Beside the name: perhaps one link. */
  more?: ReactNode;
  children: ReactNode;
}

/** A strong rule, a name, and what belongs to it. */
export function Block({ name, more, children }: BlockProps) {
  const id = useId();
  return (
    <section className="blk" aria-labelledby={id}>
      <div className="blk__h">
        <h2 id={id}>{name}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
