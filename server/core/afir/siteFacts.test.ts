import { describe, expect, it } from '@jest/globals';
import { splitStreet } from './siteFacts.ts';

describe('An address line', () => {
  it.each([
    ['Neumarkt 18-24', 'Neumarkt', '18-24'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['Via Roma, 5 b', 'Via Roma', '5 b'],
    ['12, rue de la Gare', 'rue de la Gare', '12'],
    ['Calle Mayor 3/5', 'Calle Mayor', '3/5'],
    ['Am Bahnhof', 'Am Bahnhof', null],
    ['  P+R Nord ', 'P+R Nord', null],
  ])('%s is divided into street and house number', (line, street, houseNumber) => {
    expect(splitStreet(line)).toEqual({ street, houseNumber });
  });
});
