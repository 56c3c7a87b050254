/** The settings that the conformance tests and the step `sendMail` need. */
export const tested = {
  rateLimitRequests: '1000000',
  rateLimitCreates: '1000000',
  rateLimitSearches: '1000000',
  staffEmailDomains: 'staff.example',
  mailFrom: 'documents@rehearsal.example',
} as const;
