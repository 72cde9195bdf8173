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
}
