/** Mail of the service itself. */
export const mails = {
  senderCode: {
    subject: '{code} is the code for {from_mail}',
    text: `{username} wants to send mail in the name of {from_mail}.

If that is you, this is the code:

    {code}

Enter it, or open this page and confirm there:
{link}

Both hold for {minutes} minutes. If it is not you, do nothing: without the code nobody sends in your name.
`,
  },
}
