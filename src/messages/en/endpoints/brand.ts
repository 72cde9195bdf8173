import { fontNames } from '../../../core/mail/message-fonts.ts'

export const brand = {
  verbs: {
    get: {
      summary: 'Show your brand, as subscribers see it',
      description: 'A list shows the values of the account where it has none of its own.',
    },
    set: {
      summary: 'Change your brand on pages and in messages',
      description: 'An empty value removes it.',
    },
  },
  fields: {
    id: 'The user ID.',
    list_id: 'Only for this list, by number or name.',
    name: 'The name of the sender.',
    logo_url: 'The address of the logo. It starts with https://.',
    color: 'The accent color, such as #0b57d0. Text gets a shade that is readable.',
    font: `The font of messages and pages: ${fontNames.join(', ')}.`,
    site: 'The website.',
    address: 'The postal address.',
    privacy_url: 'The address of the privacy policy.',
  },
}
