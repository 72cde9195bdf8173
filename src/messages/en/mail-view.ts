/** A message that is shown in a terminal. */
export const mailView = {
  labels: {
    from: 'From',
    to: 'To',
    cc: 'Cc',
    replyTo: 'Reply to',
    subject: 'Subject',
    preheader: 'Preheader',
    date: 'Date',
    attachments: 'Attachments',
  },
  empty: 'The message has no text.',
  tooComplex: 'The HTML is too complex to show it as text. --open shows it in the browser.',
  noPart: {
    text: 'The message has no text.',
    html: 'The message has no HTML.',
    headers: 'The server does not show the headers of the message.',
    mime: 'The server does not show the source of the message.',
  },
  noBrowser: 'No browser was found here. Open this address in yours:',
  preview: {
    light: 'Light',
    dark: 'Dark',
    phone: 'Phone',
    text: 'Text part',
    size: 'Size of the HTML',
    noHtml: 'The message has no HTML.',
    onlyHere:
      'Drawn by this browser. Mail programs draw some messages differently; a test message shows it.',
  },
  clients: {
    names: { gmail: 'Gmail', outlook: 'Outlook for Windows' },
    notes: {
      gmail:
        'By the rules of Gmail in a browser, as tests have found them. This is not Gmail: it may change its rules, and its apps change colors in the dark scheme.',
      outlook:
        'Without what Word ignores in Outlook 2016 to 2021 for Windows. This is not Outlook: your browser draws it, shapes only roughly. The new Outlook follows other rules.',
    },
    unchanged: 'Nothing that is known of this program changes the message.',
    changes: {
      cut: (size: string) =>
        `Gmail shows the first 102 KB and a link to the rest: the HTML has ${size}.`,
      style_in_body: () => 'A style element in the body is removed.',
      style_too_long: () => 'This style element is removed: together they have more than 16 KB.',
      style_nested: (rule: string) =>
        `The whole style element is removed: ${rule} contains another @ rule.`,
      rule_removed: (rule: string) => `The rule is ignored: ${rule}`,
      property_ignored: (name: string) => `${name} is ignored.`,
      value_ignored: (declaration: string) => `The value is ignored: ${declaration}`,
      style_attribute_removed: () =>
        'The whole style attribute is removed: a color has a syntax that is not known.',
      element_removed: (name: string) => `${name} is removed, with its content.`,
      element_replaced: (name: string) => `${name} is replaced; its content stays.`,
      attribute_ignored: (name: string) => `The attribute ${name} is ignored.`,
      image_format: (format: string) => `Images of this format are not shown: ${format}`,
    },
  },
}
