/** What the conformance tests need of a stage. */
export const tested = {
  rateLimitRequests: '1000000',
  rateLimitCreates: '1000000',
  staffEmailDomains: 'staff.example',
} as const;
