/** What is said about the API as a whole. */
export const reference = {
  title: 'Email Marketing API',
  description:
    'Send campaigns, keep lists of contacts, and let automations run. Every call but the public ones carries a token: Authorization: Bearer TOKEN.',
}
