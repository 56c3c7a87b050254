/** Returns whether an issuer's answers cannot be read or altered on their way: on loopback they do not leave the machine. */
export const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
