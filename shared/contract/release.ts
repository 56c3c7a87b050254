/**
 * The release of the service and its client. `test/unit/release.test.ts` checks that `package.json` and the changelog have the same number.
 * The version of the contract is another number: `info.version` in the OpenAPI document.
 */
export const release = '1.1.0';
