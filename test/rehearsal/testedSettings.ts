/** The settings that the conformance tests need. */
export const tested = {
  rateLimitRequests: '1000000',
  rateLimitCreates: '1000000',
  staffEmailDomains: 'staff.example',
} as const;
