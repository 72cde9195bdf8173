/** Sample texts of the blocks of a message. */
export const blockTexts = {
  heading: 'Heading',
  text: 'Write your text here.',
  button: 'Learn more',
  listItem: 'An item of the list',
  quote: 'What a customer says about you.',
  author: 'Name, company',
  productName: 'Product name',
  price: '€19.90',
  buy: 'Buy',
  heroHeading: 'Your most important news',
  heroText: 'One sentence that says why it matters to your readers.',
  unsubscribe: 'Unsubscribe',
  preferences: 'Preferences',
  viewOnline: 'View online',
}
