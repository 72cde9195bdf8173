/** Emails that the service sends to its users. */
export const mails = {
  senderCode: {
    subject: '{code} is the code for {from_mail}',
    text: `{username} wants to send email from {from_mail}.

If that is you, this is the code:

    {code}

Enter the code, or open this page and confirm:
{link}

The code and the link are valid for {minutes} minutes. If it is not you, ignore this email: nobody can send from your address without the code.
`,
  },
  signUp: {
    subject: 'Confirm your account {username}',
    text: `Someone used this address to sign up for the account {username}.

If it was you, open this page and confirm:
{link}

The link is valid for {hours} hours. If it was not you, ignore this email: the account is not created unless you confirm.
`,
  },
  signUpAgain: {
    subject: 'You already have an account: {owner}',
    text: `Someone used this address to sign up for the account {username}. It already has the account {owner}, so no other one is created.

If it was you, log in as {owner}. If you have forgotten the password:

    remite auth forgot

If it was not you, ignore this email.
`,
  },
  passwordReset: {
    subject: 'A new password for your account',
    text: `Someone asked for a new password for an account with this address.

If it was you, open the page or use the code:

{accounts}
The links and codes are valid for {minutes} minutes and work once. If it was not you, ignore this email: your password stays as it is.
`,
    account: `Account {username}:
{link}

    remite auth reset
    {code}
`,
  },
  campaignPaused: {
    subject: 'The campaign “{name}” was paused',
    text: `The campaign “{name}” was paused to protect your reputation as a sender.

{problem} {tried}

Mail providers block senders with such figures. Look at the list first: where do its addresses come
from, and when were they last mailed?

    remite campaigns report {campaign}

Then resume the campaign, or cancel it. After you resume it, only what goes wrong later counts:

    remite campaigns resume {campaign}
    remite campaigns cancel {campaign}
`,
  },
  automationsHeld: {
    subject: 'The messages of your automations were paused',
    text: `The messages of your automations were paused to protect your reputation as a sender.

{problem} {tried}

Mail providers block senders with such figures. Nothing is lost: contacts wait in front of the
messages. Look first at where the addresses come from, and which lists and forms they entered by:

    remite dashboard deliverability

Then activate each automation that may go on. After that, only what goes wrong later counts:

    remite automations list
    remite automations activate NUMBER
`,
  },
  excess: {
    tried: {
      campaign: 'Messages of this campaign so far: {count}.',
      account:
        'Messages of all campaigns and automations in the last 7 days, or since you last activated paused automations: {count}.',
    },
    problems: {
      bounces: 'Addresses that do not exist: {count}.',
      complaints: 'Recipients who marked the message as spam: {count}.',
      refusals: 'Messages that mail servers refused for the same reason: {count}.',
    },
  },
  webhookDisabled: {
    subject: 'Your webhook {webhook} was disabled',
    text: `Events could not be delivered to this address, so the webhook was disabled:
{url}

Pending events are kept. When the receiver responds again, enable the webhook and replay the events
that it missed:

    remite webhooks update {webhook} --enabled
    remite webhooks replay {webhook} --since yesterday
`,
  },
}
