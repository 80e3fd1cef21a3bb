/** Maximum number of nested encodings. The format of the Open Charge Alliance has two; meters and back ends add more. */
const MAX_CARRIERS = 5;
/** Maximum length of the text. A key has about 180 hex digits, and each encoding may double that. */
const MAX_LENGTH = 8192;
/** Prefix of a public key in "Signed Meter Values in OCPP" §3.2.2. */
const PREFIX = /^oca:base16:asn1:/i;
const PEM_LINE = /-----[A-Za-z0-9 ]+-----/g;

/**
 * Decodes a public key (SPKI). The text may be PEM, base64, hex digits or `oca:base16:asn1:`, with spaces and line breaks. These
 * encodings may be nested up to five times.
 * @returns null if the text contains no key
 */
export function readPublicKey(text: string): Buffer | null {
  if (text.length > MAX_LENGTH) return null;
  let steps = [bareText(text)];
  for (let n = 0; n < MAX_CARRIERS; n++) {
    const decoded = steps.flatMap(decode);
    const key = decoded.find(isSequence);
    if (key) return key;
    steps = decoded.map(bytes => bareText(bytes.toString('latin1')));
  }
  return null;
}

/** Returns the public key as hex digits. A text that is no key is returned unchanged; the signature check refuses it later. */
export const publicKeyHex = (text: string): string => readPublicKey(text)?.toString('hex') ?? text;

const bareText = (text: string): string => {
  const bare = text.replace(PEM_LINE, '').replace(/\s|\\[rn]/g, '');
  return bare.replace(PREFIX, '');
};

/** Returns all bytes that a text can encode. Several are possible, because hex digits are also base64 digits. */
const decode = (text: string): Buffer[] => [
  ...(/^([0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : []),
  ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : []),
];

/** Returns true if the bytes are exactly one DER sequence, as an SPKI key is (X.690 §8.1.3). */
function isSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const digits = first - 0x80;
  if (digits < 1 || digits > 2 || bytes.length < 2 + digits) return false;
  return bytes.length === 2 + digits + bytes.readUIntBE(2, digits);
}
