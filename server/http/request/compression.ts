import { constants } from 'node:zlib';

/**
 * Quality 5 makes pages 7 % smaller than the library's default of 4. Pages in the longest languages need it to stay within the
 * budget (test/http/budgets.test.ts). A window of 64 KiB is enough for most pages; larger pages become a tenth larger.
 */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };
