import { styled } from 'styled-components';
import { COUNTRIES, type Country } from '../../../shared/model/locales.ts';

interface ByCountryProps {
  /** The country that was selected when the page was rendered. A browser without `:has()` always shows its text. */
  chosen: string;
  text(country: Country): string;
}

/**
 * A text about the country that is selected in the form. All texts are rendered, and CSS shows the right one, so that this works
 * without JavaScript.
 */
export function ByCountry({ chosen, text }: ByCountryProps) {
  const texts = COUNTRIES.map(country => ({ country, words: text(country) }));
  return [...new Set(texts.map(({ words }) => words))].map(words => {
    const countries = texts.filter(candidate => candidate.words === words).map(({ country }) => country);
    const isChosen = countries.some(country => country === chosen);
    return (
      <Translator key={words} data-countries={countries.join(' ')} data-chosen={isChosen ? '' : undefined}>
        {words}
      </Translator>
    );
  });
}

const IS_MEANT = COUNTRIES.map(
  country => `form:has([name='country'] > [value='${country}']:checked) &[data-countries~='${country}']`,
).join(', ');

const Translator = styled.span`
  &:not([data-chosen]) {
    display: none;
  }
  @supports selector(:has(*)) {
    && {
      display: none;
    }
    ${IS_MEANT} {
      display: inline;
    }
  }
`;
