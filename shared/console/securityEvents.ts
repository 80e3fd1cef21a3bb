/**
 * All types of security events (OCPP 2.1 part 2, appendix 1, which has those of 2.0.1 and of the 1.6 security whitepaper).
 * 'alert': staff must act. Each type has a text `stations.security.…`.
 */
export const SECURITY_EVENT_TYPES = {
  FirmwareUpdated: 'listed',
  FailedToAuthenticateAtCsms: 'alert',
  CsmsFailedToAuthenticate: 'listed',
  SettingSystemTime: 'listed',
  StartupOfTheDevice: 'listed',
  ResetOrReboot: 'listed',
  SecurityLogWasCleared: 'listed',
  ReconfigurationOfSecurityParameters: 'listed',
  MemoryExhaustion: 'alert',
  InvalidMessages: 'listed',
  AttemptedReplayAttacks: 'listed',
  TamperDetectionActivated: 'alert',
  InvalidFirmwareSignature: 'alert',
  InvalidFirmwareSigningCertificate: 'listed',
  InvalidCsmsCertificate: 'alert',
  InvalidChargingStationCertificate: 'listed',
  DiscardedRenewedClientCertificate: 'listed',
  InvalidTLSVersion: 'listed',
  InvalidTLSCipherSuite: 'listed',
  MaintenanceLoginAccepted: 'listed',
  MaintenanceLoginFailed: 'listed',
} as const;
export type SecurityEventType = keyof typeof SECURITY_EVENT_TYPES;

export const isSecurityEventType = (type: string): type is SecurityEventType => Object.hasOwn(SECURITY_EVENT_TYPES, type);

/** Events of one type that a station has reported with less than an hour between two of them. */
export interface SecurityEvent {
  /** A type of `SECURITY_EVENT_TYPES`, or the station's own word: at most 50 letters, digits, dots, dashes and spaces. */
  type: string;
  count: number;
  /** Times of the first and of the last event, ISO 8601. */
  firstAt: string;
  lastAt: string;
}
