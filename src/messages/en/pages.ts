/** Pages that the people on a list see. */
export const pages = {
  optInTitle: 'Confirm your subscription',
  optInQuestion: 'Do you want {email} to be on the list “{list}”?',
  optInButton: 'Yes, subscribe me',
  optInDone: '{email} is on the list “{list}”. You can close this page.',
  leaveTitle: 'Unsubscribe',
  leaveQuestion: 'Do you want {email} to be taken off the list “{list}”?',
  leaveButton: 'Yes, unsubscribe me',
  leaveDone: '{email} gets no more mail from the list “{list}”. You can close this page.',
  signUpTitle: 'Confirm your account',
  signUpQuestion: 'Do you want to open the account {username} for {email}?',
  signUpButton: 'Yes, open it',
  signUpDone: 'The account {username} is open: you can log in. You can close this page.',
  invalidTitle: 'This link does not work',
  invalidText: 'It is incomplete, too old, or was used already.',
}
