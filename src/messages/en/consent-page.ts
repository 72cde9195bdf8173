/** The page on which a user connects an assistant. */
export const consentPage = {
  title: 'Connect an assistant',
  asks: 'An assistant asks for access to your account at {host}.',
  assistant: 'Assistant',
  unnamed: 'without a name',
  describedAt: 'It describes itself at {host}.',
  selfNamed: 'It chose this name itself, and nothing proves it.',
  returnsTo: 'The answer goes to',
  local: 'a program on this computer ({host})',
  warning:
    'Continue only if you have just started this in the assistant yourself. Any program can call itself by any name.',
  question: 'What may it do?',
  levels: {
    read: {
      title: 'Read',
      text: 'See everything in your account, such as campaigns, contacts, reports and settings. It changes nothing.',
    },
    draft: {
      title: 'Prepare',
      text: 'Also create and edit campaigns, lists, segments, templates, automations and images. It sends and deletes nothing.',
    },
    act: {
      title: 'Act',
      text: 'Also send and stop campaigns, change contacts, activate automations, and delete.',
    },
  },
  only: 'Only {scopes}.',
  logIn: 'Log in to allow it',
  username: 'Username',
  password: 'Password',
  forgot: 'Forgot your password?',
  allow: 'Allow',
  deny: 'Cancel',
  after:
    'The assistant does not see your password. You can end its access at any time: remite auth apps revoke.',
  failed: 'The assistant cannot be connected',
  refused: {
    client:
      'This service does not know the assistant, or cannot read its description. Start again in the assistant.',
    redirect:
      'The assistant wants the answer at an address that it has not registered. Nothing was sent there. Please tell its maker.',
  },
  wrong:
    'The request of the assistant is not valid ({code}). Start again in the assistant, or tell its maker.',
  back: 'Back to the assistant',
  used: 'This form was already used, or too long ago. If the assistant is not connected, start again there.',
}
