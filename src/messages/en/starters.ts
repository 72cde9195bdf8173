/** The starter templates: what they are for, and their texts. */
export const starters = {
  list: {
    newsletter: {
      name: 'Newsletter',
      description: 'News with pictures, a main story and two more.',
      subject: 'News of the month',
    },
    announcement: {
      name: 'Announcement',
      description: 'One piece of news on the color of your brand.',
      subject: 'We have news for you',
    },
    products: {
      name: 'Product grid',
      description: 'Four products with picture, price and button.',
      subject: 'New in our shop',
    },
    invitation: {
      name: 'Invitation',
      description: 'An event with its date, its place and a button to register.',
      subject: 'You are invited',
    },
    welcome: {
      name: 'Welcome',
      description: 'The first message to a new subscriber.',
      subject: 'Welcome, {{ nombre | default: "friend" }}',
    },
    receipt: {
      name: 'Receipt',
      description: 'An order with its items and the total.',
      subject: 'Your order',
    },
    'win-back': {
      name: 'Re-engagement',
      description: 'For readers who have opened nothing for a long time.',
      subject: 'Do you still want to hear from us?',
    },
    letter: {
      name: 'Plain letter',
      description: 'Only text, as one person writes to another.',
      subject: 'A short note',
    },
  },
  texts: {
    greeting: 'Hello {{ nombre | default: "there" }},',
    newsletter: {
      title: 'News of the month',
      intro: 'Here is what has happened since our last letter, and what comes next.',
      lead: {
        title: 'The main story',
        text: 'Say in two or three sentences what is new, and why it matters to your readers. The details are on your site.',
        button: 'Read the story',
      },
      articles: [
        {
          title: 'A second story',
          text: 'A short text that makes readers curious.',
          button: 'Read more',
        },
        {
          title: 'A third story',
          text: 'A short text that makes readers curious.',
          button: 'Read more',
        },
      ],
      quote: 'A sentence of a customer that says what you do well.',
      author: 'Name, company',
    },
    announcement: {
      hero: {
        title: 'It is here',
        text: 'Name the news in one sentence.',
        label: 'See what is new',
      },
      text: 'Tell your readers what has changed, from when on, and what they have to do.',
      points: ['What is new', 'What gets better', 'What stays as it is'],
      close: 'If you have questions, reply to this message. We read every answer.',
    },
    products: {
      title: 'New in our shop',
      intro: 'Four things that we would like to show you first.',
      names: ['First product', 'Second product', 'Third product', 'Fourth product'],
      price: '€19.90',
      buy: 'Buy',
      more: 'See everything',
    },
    invitation: {
      title: 'You are invited',
      intro: 'We would be happy to see you there.',
      facts: [
        { name: 'When', value: 'Thursday, 12 March, 18:00' },
        { name: 'Where', value: 'Street and number, city' },
      ],
      text: 'Say what will happen, who speaks, and how long it takes.',
      button: 'Register',
      decline: 'Places are limited. Please register by the Monday before.',
    },
    welcome: {
      hero: { title: 'Welcome', text: 'It is good to have you here.', label: 'Get started' },
      text: 'You will hear from us about once a month. Here is what you can do until then.',
      steps: [
        { title: 'First', text: 'What new customers do first.' },
        { title: 'Then', text: 'What they do next.' },
        { title: 'At any time', text: 'Where they find help.' },
      ],
      close: 'If you have questions, reply to this message.',
    },
    receipt: {
      title: 'Thank you for your order',
      intro: 'We have received it and are getting it ready.',
      order: 'Order 12345',
      items: [
        { name: 'First product', price: '€19.90' },
        { name: 'Second product', price: '€12.00' },
      ],
      total: { name: 'Total', price: '€31.90' },
      button: 'See the order',
      help: 'If something is wrong, reply to this message.',
    },
    winBack: {
      title: 'Do you still want to hear from us?',
      text: 'You have not opened our messages for some time. That is fine, but we do not want to fill your inbox with what you do not read.',
      offer: 'If you would like to stay, press the button. You need to do nothing else.',
      button: 'Yes, keep me on the list',
      leave: 'Otherwise, you can unsubscribe below at any time.',
    },
    letter: {
      paragraphs: [
        'Write as you would write to one person: why you write, what you offer, and what you would like them to do.',
        'Short paragraphs are easier to read on a phone.',
        'If you have questions, reply to this message.',
      ],
      close: 'Kind regards,',
    },
  },
}
