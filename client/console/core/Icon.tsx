import { FILLED, LINES } from './iconShapes.ts';

export type IconName = keyof typeof LINES | keyof typeof FILLED;

const isLine = (name: IconName): name is keyof typeof LINES => Object.hasOwn(LINES, name);

/** An icon beside a text. It is hidden from screen readers, because the text carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {isLine(name) ? (
        <path d={LINES[name]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <path d={FILLED[name]} fill="currentColor" />
      )}
    </svg>
  );
}
