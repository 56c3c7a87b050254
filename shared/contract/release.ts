/**
 * The release of the service and its client. `package.json` and the changelog have the same number, as `test/unit/release.test.ts` checks. It is not the version of the contract,
 * which OpenAPI has in `info.version`.
 */
export const release = '0.3.0';
