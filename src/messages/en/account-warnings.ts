/** What the dashboard warns of. */
export const accountWarnings = {
  sandbox_plan: 'This is a sandbox account: its mail goes to the sandbox, not to people.',
  no_verified_sender: 'No sender is verified yet, so no campaign can be sent.',
  sender_not_verified: '{from_mail} is not verified: enter the code that was mailed to it.',
  domain_not_authenticated:
    '{from_mail}: the domain lacks SPF or DKIM, so its mail may be refused.',
  quota_nearly_used: '{used} of {monthly_sends} messages of this month are used.',
}
