/** The description of the API as a whole. */
export const reference = {
  title: 'Email Marketing API',
  description:
    'Send campaigns, manage contact lists and run automations. All calls except the public ones need a token: Authorization: Bearer TOKEN.',
}
