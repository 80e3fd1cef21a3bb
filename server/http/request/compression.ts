import { constants } from 'node:zlib';

/**
 * Quality: seven hundredths less than the library's four, for half a millisecond of the largest pages: the longest languages need it.
 * Window: most pages fit into 64 KiB, and a larger one takes a tenth longer.
 */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };
