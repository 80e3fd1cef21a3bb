import { type ReactNode, useId } from 'react';

interface BlockProps {
  name: ReactNode;
  /** Content beside the heading, such as a link. */
  more?: ReactNode;
  children: ReactNode;
}

/** A section with a heading and a thick line above it. */
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
