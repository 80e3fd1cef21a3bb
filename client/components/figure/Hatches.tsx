import { styled } from 'styled-components';

/**
 * Patterns for the charts of a page, rendered once per page that has charts. Measured values are solid. Expected values are
 * hatched: `fill: url(#hatch-ink)` for money, `url(#hatch-brand)` for energy, `url(#hatch-warning)` for waiting time.
 */
export function Hatches() {
  return (
    <Patterns aria-hidden="true" focusable="false">
      <defs>
        {(['ink', 'brand', 'warning'] as const).map(name => (
          <pattern
            key={name}
            id={`hatch-${name}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" data-part="ground" />
            <rect width="2.5" height="6" data-part={name} />
          </pattern>
        ))}
      </defs>
    </Patterns>
  );
}

/** The element takes no space but is displayed, because patterns of an element that is not displayed paint nothing. */
const Patterns = styled.svg`
  position: absolute;
  width: 0;
  height: 0;
  [data-part='ground'] {
    fill: var(--page);
  }
  [data-part='ink'] {
    fill: var(--hatch);
  }
  [data-part='brand'] {
    fill: var(--data);
  }
  [data-part='warning'] {
    fill: var(--warning);
  }
`;
