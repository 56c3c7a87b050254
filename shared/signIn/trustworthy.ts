/**
 * Returns whether an issuer's answers are safe in transit: over HTTPS, or on loopback, because loopback traffic does not leave the machine.
 */
export const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
