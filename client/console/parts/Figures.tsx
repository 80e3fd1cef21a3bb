interface FiguresProps {
  figures: readonly { name: string; value: string; note?: string }[];
  className?: 'figures--two';
}

/** Large figures side by side, each with its name and a note below. */
export const Figures = ({ figures, className }: FiguresProps) => (
  <dl className={className ? `figures ${className}` : 'figures'}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
