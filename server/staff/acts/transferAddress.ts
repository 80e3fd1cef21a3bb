/** Longest address of OCPP 2.x (URI of 512 characters). */
export const MAX_ADDRESS_LENGTH = 512;
/** Protocols by which stations transfer files (SupportedFileTransferProtocols of OCPP 1.6). */
export const TRANSFER_SCHEMES = ['http', 'https', 'ftp', 'ftps', 'sftp'];

/** Returns whether a station can upload files to an address, or download files from it. */
export const isTransferAddress = (typed: string): boolean =>
  typed.length <= MAX_ADDRESS_LENGTH &&
  URL.canParse(typed) &&
  TRANSFER_SCHEMES.includes(new URL(typed).protocol.slice(0, -1)) &&
  new URL(typed).hostname !== '';

/** Returns the host of an address. The address may contain a password, so only its host is stored and shown. */
export const hostIn = (address: string): string => new URL(address).host;
