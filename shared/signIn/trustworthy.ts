/** Returns whether nobody can read or alter an issuer's answers in transit: on loopback they do not leave the machine. */
export const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
