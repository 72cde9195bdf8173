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
  signUp: {
    subject: 'Confirm your account {username}',
    text: `Somebody asked for the account {username} with this address.

If it was you, open this page and confirm there:
{link}

It works for {hours} hours. If it was not you, do nothing: without it there is no account.
`,
  },
  webhookDisabled: {
    subject: 'Your webhook {webhook} was switched off',
    text: `Events could not be delivered to this address, and nothing is sent to it any more:
{url}

What waits for it is kept. Once the receiver answers again, switch the webhook on, and ask for the
events that happened meanwhile:

    remite webhooks update {webhook} --enabled
    remite webhooks replay {webhook} --from yesterday
`,
  },
}
