/** The page that verifies a sender. */
export const senderPage = {
  title: 'Confirm a sender',
  question: '{username} wants to send email from {from_mail}. Is that you?',
  confirm: 'Yes, confirm',
  confirmed: '{from_mail} is confirmed. You can close this page.',
  expired: 'This link has expired or was already used. Request another code.',
}
