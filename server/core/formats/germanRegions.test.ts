import { expect, test } from '@jest/globals';
import { germanRegion } from './germanRegions.ts';

test.each([
  ['01067', 'DE-SN', 'Dresden'],
  ['03046', 'DE-BB', 'Cottbus'],
  ['04600', 'DE-TH', 'Altenburg'],
  ['06108', 'DE-ST', 'Halle'],
  ['07743', 'DE-TH', 'Jena'],
  ['10115', 'DE-BE', 'Berlin'],
  ['14467', 'DE-BB', 'Potsdam'],
  ['17033', 'DE-MV', 'Neubrandenburg'],
  ['17291', 'DE-BB', 'Prenzlau'],
  ['20095', 'DE-HH', 'Hamburg'],
  ['21335', 'DE-NI', 'Lüneburg'],
  ['22846', 'DE-SH', 'Norderstedt'],
  ['24103', 'DE-SH', 'Kiel'],
  ['27568', 'DE-HB', 'Bremerhaven'],
  ['28195', 'DE-HB', 'Bremen'],
  ['30159', 'DE-NI', 'Hannover'],
  ['34117', 'DE-HE', 'Kassel'],
  ['37073', 'DE-NI', 'Göttingen'],
  ['39104', 'DE-ST', 'Magdeburg'],
  ['48529', 'DE-NI', 'Nordhorn'],
  ['50667', 'DE-NW', 'Köln'],
  ['55116', 'DE-RP', 'Mainz'],
  ['60311', 'DE-HE', 'Frankfurt'],
  ['63739', 'DE-BY', 'Aschaffenburg'],
  ['66111', 'DE-SL', 'Saarbrücken'],
  ['67059', 'DE-RP', 'Ludwigshafen'],
  ['70173', 'DE-BW', 'Stuttgart'],
  ['80331', 'DE-BY', 'München'],
  ['88045', 'DE-BW', 'Friedrichshafen'],
  ['88131', 'DE-BY', 'Lindau'],
  ['89073', 'DE-BW', 'Ulm'],
  ['89231', 'DE-BY', 'Neu-Ulm'],
  ['97877', 'DE-BW', 'Wertheim'],
  ['99084', 'DE-TH', 'Erfurt'],
])('%s is %s (%s)', (postalCode, region) => {
  expect(germanRegion(postalCode)).toBe(region);
});

test.each(['', '8001', '1013 AA', '00001', 'D-50667'])('%p is no German postal code', text => {
  expect(germanRegion(text)).toBeNull();
});
