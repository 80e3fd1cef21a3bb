/**
 * Names of settings whose values are never stored: passwords, keys and codes, and identifiers of drivers, their cards and their
 * vehicles.
 */
const SECRET = new RegExp(
  [
    ...['passw', 'passphrase', 'passcode', 'pwd', 'secret', 'credential', 'authorizationkey', 'psk'],
    ...['private[-_ ]?key', '(pre)?shared[-_ ]?key', '(wi-?fi|wlan|vpn|master|encryption|hmac|api|access)[-_ ]?key'],
    ...['\\b(api|access|auth|bearer)?[-_ ]?token\\b', '\\bapn(user|pass|name)?\\b', 'pin(code)?\\b', 'simpin', 'puk\\b'],
    ...['id[-_ ]?tag\\b', 'vehicle[-_ ]?id', 'evccid', '\\bvin\\b', 'macaddress'],
  ].join('|'),
  'i',
);
/** Returns whether the value of a setting with this name is never stored or logged. */
export const isSecretName = (name: string): boolean => SECRET.test(name);
