/** The page behind the link of a sender's verification. */
export const senderPage = {
  title: 'Confirm a sender',
  question: '{username} wants to send mail in the name of {from_mail}. Is that you?',
  confirm: 'Yes, confirm',
  confirmed: '{from_mail} is confirmed. You can close this page.',
  expired: 'This link is too old or was used already. Ask for another code.',
}
