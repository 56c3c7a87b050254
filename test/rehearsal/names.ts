/**
 * `node --import`ed into every process of a rehearsal: the names of AWS that a stage uses lead to this machine. Nothing else
 * can stand between them, because the deployed stage writes these names into links and tokens.
 */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

/** The front listens there: it stands for what API Gateway and Cognito listen at. */
export const frontAddress = '127.0.44.1';

const ownNames = /^([a-z0-9]+\.execute-api|cognito-idp)\.us-east-1\.amazonaws\.com$/;

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Sockets look names up by it, with options. */
const lookUp = dns.lookup;
Object.assign(dns, {
  lookup(hostname: string, options: LookupOptions, found: Found) {
    if (!ownNames.test(hostname)) return lookUp(hostname, options, found);
    return options.all ? found(null, [{ address: frontAddress, family: 4 }]) : found(null, frontAddress, 4);
  },
});
