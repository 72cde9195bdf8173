import { words } from './words.ts'

export interface Block {
  id: string
  label: string
  content: string
}

const font = 'font-family:Arial, Helvetica, sans-serif'
const prose = `${font};font-size:16px;line-height:1.5;color:#1f2328`

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`

/** As wide as a mail program lets it be, up to what is usual; tables, since Outlook knows no other. */
const section = (inner: string, style = prose): string =>
  table(
    'width="100%" style="max-width:600px;margin:0 auto"',
    `<tr><td style="padding:12px 24px;${style}">${inner}</td></tr>`,
  )

const paragraph = `<p style="margin:0;${prose}">${words.sampleText}</p>`
const column = `<td width="50%" valign="top" style="width:50%;padding:12px 24px">${paragraph}</td>`
const picture =
  '<img src="" alt="" width="552" style="display:block;width:100%;max-width:552px;height:auto">'
const button = table(
  '',
  `<tr><td style="background-color:#0b57d0;border-radius:6px;padding:12px 24px"><a href="https://" style="${font};font-size:16px;color:#ffffff;text-decoration:none">${words.sampleButton}</a></td></tr>`,
)
const heading = `<h2 style="margin:0;${font};font-size:26px;line-height:1.25;color:#1f2328">${words.sampleHeading}</h2>`
const line = table(
  'width="100%"',
  '<tr><td style="border-top:1px solid #d9dde2;font-size:0;line-height:0">&nbsp;</td></tr>',
)
const leave = `<p style="margin:0;${font};font-size:13px;color:#59636e;text-align:center"><a href="{{ unsubscribe_url }}" style="color:#59636e">${words.sampleFooter}</a></p>`

export const blocks: readonly Block[] = [
  { id: 'heading', label: words.heading, content: section(heading) },
  { id: 'text', label: words.text, content: section(paragraph) },
  { id: 'image', label: words.image, content: section(picture) },
  { id: 'button', label: words.button, content: section(button) },
  {
    id: 'columns',
    label: words.twoColumns,
    content: table(
      'width="100%" style="max-width:600px;margin:0 auto"',
      `<tr>${column}${column}</tr>`,
    ),
  },
  { id: 'divider', label: words.divider, content: section(line) },
  {
    id: 'spacer',
    label: words.spacer,
    content: section('&nbsp;', 'height:24px;font-size:0;line-height:24px'),
  },
  { id: 'footer', label: words.footer, content: section(leave) },
]
