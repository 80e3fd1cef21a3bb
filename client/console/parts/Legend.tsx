interface LegendProps {
  /** `fill`: class of the rectangle whose meaning the text explains. */
  entries: readonly { fill: string; text: string }[];
  /** What the outline of a bar chart means. Undefined: the chart has no outline. */
  outline?: string | undefined;
}

/** Explains the colours of charts. Hidden from screen readers, which read the sentences and the tables of the charts. */
export const Legend = ({ entries, outline }: LegendProps) => (
  <p className="legend" aria-hidden="true">
    {entries.map(({ fill, text }) => (
      <span key={fill}>
        <svg aria-hidden="true" focusable="false">
          <rect className={fill} width="100%" height="100%" />
        </svg>
        {text}
      </span>
    ))}
    {outline !== undefined && (
      <span>
        <svg aria-hidden="true" focusable="false">
          <path className="outline" d="M0 10V3H9V7H18" />
        </svg>
        {outline}
      </span>
    )}
  </p>
);
