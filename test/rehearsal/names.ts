/**
 * Loaded into every process of a rehearsal by `node --import`. The names of AWS that a stage uses resolve to this machine. Other
 * names would not work, because the deployed stage writes these names into links and tokens.
 */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

/** The address of the front, which takes the requests for API Gateway and Cognito. */
export const frontAddress = '127.0.44.1';

const ownNames = /^([a-z0-9]+\.execute-api|cognito-idp)\.us-east-1\.amazonaws\.com$/;

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Sockets look up names with this function and options. */
const lookUp = dns.lookup;
Object.assign(dns, {
  lookup(hostname: string, options: LookupOptions, found: Found) {
    if (!ownNames.test(hostname)) return lookUp(hostname, options, found);
    return options.all ? found(null, [{ address: frontAddress, family: 4 }]) : found(null, frontAddress, 4);
  },
});
