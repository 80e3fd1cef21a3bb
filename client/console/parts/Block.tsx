import { type ReactNode, useId } from 'react';

interface BlockProps {
  name: ReactNode;
  /** Content next to the name, for example a link. */
  more?: ReactNode;
  children: ReactNode;
}

/** A section with a strong rule, a name and content. */
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
