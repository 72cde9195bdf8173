/** Warnings on the dashboard. */
export const accountWarnings = {
  sandbox_plan: 'This is a sandbox account: its email stays in the sandbox and reaches nobody.',
  no_verified_sender: 'You have no verified sender, so you cannot send campaigns yet.',
  sender_not_verified: '{from_mail} is not verified. Enter the code that we sent to it.',
  domain_not_authenticated:
    '{from_mail}: the domain has no SPF or DKIM record for this service, so its email may be rejected.',
  relay_down:
    'The mail server has accepted no email since {since}. Sending resumes by itself when it does.',
  quota_nearly_used: 'You have used {used} of {monthly_sends} messages this month.',
}
