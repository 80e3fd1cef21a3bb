/** For station sources whose stations report security events. */
export interface SecurityListener {
  /** Reports an event that staff must know. `since` identifies the series of events, which raises one alert. */
  reportSecurityEvent(options: { station: string; type: string; since: Date }): Promise<void>;
}
