import { messages } from './messages.ts'

interface Block {
  id: string
  label: string
  content: string
}

const font = 'font-family:Arial, Helvetica, sans-serif'
const prose = `${font};font-size:16px;line-height:1.5;color:#1f2328`

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`

/** Wraps content in a table of the full width, up to the usual maximum. Outlook requires tables. */
const section = (inner: string, style = prose): string =>
  table(
    'width="100%" style="max-width:600px;margin:0 auto"',
    `<tr><td style="padding:12px 24px;${style}">${inner}</td></tr>`,
  )

const paragraph = `<p style="margin:0;${prose}">${messages.sampleText}</p>`
const column = `<td width="50%" valign="top" style="width:50%;padding:12px 24px">${paragraph}</td>`
const picture =
  '<img src="" alt="" width="552" style="display:block;width:100%;max-width:552px;height:auto">'
const button = table(
  '',
  `<tr><td style="background-color:#0b57d0;border-radius:6px;padding:12px 24px"><a href="https://" style="${font};font-size:16px;color:#ffffff;text-decoration:none">${messages.sampleButton}</a></td></tr>`,
)
const heading = `<h2 style="margin:0;${font};font-size:26px;line-height:1.25;color:#1f2328">${messages.sampleHeading}</h2>`
const line = table(
  'width="100%"',
  '<tr><td style="border-top:1px solid #d9dde2;font-size:0;line-height:0">&nbsp;</td></tr>',
)
const leave = `<p style="margin:0;${font};font-size:13px;color:#59636e;text-align:center"><a href="{{ unsubscribe_url }}" style="color:#59636e">${messages.sampleFooter}</a></p>`

export const blocks: readonly Block[] = [
  { id: 'heading', label: messages.heading, content: section(heading) },
  { id: 'text', label: messages.text, content: section(paragraph) },
  { id: 'image', label: messages.image, content: section(picture) },
  { id: 'button', label: messages.button, content: section(button) },
  {
    id: 'columns',
    label: messages.twoColumns,
    content: table(
      'width="100%" style="max-width:600px;margin:0 auto"',
      `<tr>${column}${column}</tr>`,
    ),
  },
  { id: 'divider', label: messages.divider, content: section(line) },
  {
    id: 'spacer',
    label: messages.spacer,
    content: section('&nbsp;', 'height:24px;font-size:0;line-height:24px'),
  },
  { id: 'footer', label: messages.footer, content: section(leave) },
]
