import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { translator } from '../support/invoiceFacts.ts';

/** Every message that the app's specification contains (docs/decisions/0009), in its exact wording, by text key. */
const CATALOGUE: readonly [key: string, text: string | RegExp][] = [
  // Receipt search
  ['search.none.title', 'No charging process found'],
  ['search.none.text', 'Please check the data you entered and try again.'],
  ['search.failed', 'The search could not be performed. Please try again.'],
  ['receipt.notYet', 'Your invoice is not yet available, please try again later'],
  // Invoice download
  ['receipt.downloadStarted', 'Download started'],
  ['receipt.downloadFailed', 'Download failed'],
  ['receipt.downloadFailed.text', 'The invoice download could not be started.'],
  // Calibration data
  ['calibration.failed', /unknown error/],
  ['calibration.success', 'Download successful'],
  ['calibration.success.text', /check your browser/],
  // Session
  ['session.error.cancel', 'The charging session could not be canceled.'],
  ['session.error.load', 'Error loading session data.'],
  ['session.error.attempts', 'Failed to load session data after multiple attempts.'],
  ['session.error.attempts.text', /[Rr]efresh the page or contact support/],
  ['session.error.status', 'Information about your charging process could not be retrieved.'],
  ['common.tryAgain', 'Try again'],
  // Payment page
  ['location.notFound', 'No valid charging point was found'],
  // Pages
  ['error.404.title', 'Page Not Found'],
  ['error.500.title', 'Internal Server Error'],
  // Fields
  ['validation.email.required', 'Email address is required'],
  ['validation.email.invalid', 'Please enter a valid email address'],
  ['validation.email.mismatch', 'The email addresses do not match'],
  ['validation.name.characters', 'Name may only contain letters, spaces, hyphens and apostrophes'],
  ['validation.name.digits', 'The name must not contain numbers'],
  ['validation.terms', 'Please accept the terms and conditions.'],
  ['validation.card', 'Please enter 4 digits.'],
  ['validation.price', 'Please enter a valid amount.'],
];

/** All code that uses texts: pages, and the tables that assign text keys to problems and form fields. */
const code = globSync('{client,shared,server/http}/**/*.{ts,tsx}')
  .filter(file => !/\.(test|fixture)\.tsx?$/.test(file))
  .map(file => readFileSync(file, 'utf8'))
  .join('\n');

describe('The error catalogue', () => {
  it.each(CATALOGUE)('says %s in the words of the specification', (key, text) => {
    if (typeof text === 'string') expect(translator('en', key)).toBe(text);
    else expect(translator('en', key)).toMatch(text);
  });

  it.each(CATALOGUE)('uses %s', key => {
    expect(code).toContain(`'${key}'`);
  });
});
