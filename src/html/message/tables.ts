import { lightColors, type Theme } from './theme.ts'

/** The space to the left and the right of the content of a section. */
export const sidePadding = 24

/** A table for layout. Screen readers ignore it, and mail programs add no space to it. */
export const layoutTable = (attributes: string, rows: string): string =>
  `<table role="presentation" border="0" cellpadding="0" cellspacing="0" ${attributes}><tbody>${rows}</tbody></table>`

/** HTML that only Outlook for Windows reads. It renders with Word, which knows no `max-width`. */
export const onlyMso = (html: string): string => `<!--[if mso]>${html}<![endif]-->`

const msoTable = (width: number) =>
  `<table role="presentation" align="center" border="0" cellpadding="0" cellspacing="0" width="${width}"><tr>`

interface SectionStyle {
  padding?: string
  /** Without one, the section has the colour of paper, also in the dark scheme. */
  background?: string
  align?: 'left' | 'center'
}

/** One row of the message. */
export function section(
  content: string,
  { padding = `16px ${sidePadding}px 0`, background, align = 'left' }: SectionStyle = {},
): string {
  const name = background === undefined ? 'rm-section rm-paper' : 'rm-section'
  const color = background ?? lightColors.paper
  return layoutTable(
    `class="${name}" width="100%" bgcolor="${color}" style="background-color:${color}"`,
    `<tr><td class="rm-cell" align="${align}" style="padding:${padding}">${content}</td></tr>`,
  )
}

/**
 * A row with columns. On a narrow screen the columns flow below each other, even if the mail program
 * ignores style sheets. Outlook gets the cells of a table instead.
 */
export function columns(contents: readonly string[], { width }: Theme): string {
  const gap = sidePadding / 2
  const share = Math.floor((width - 2 * gap) / contents.length)
  const cell = `<td width="${share}" valign="top">`
  const parts = contents.map((content, index) => {
    const between = onlyMso(index === 0 ? `${msoTable(width - 2 * gap)}${cell}` : `</td>${cell}`)
    const column = layoutTable(
      `class="rm-column" align="left" width="${share}" style="width:100%;max-width:${share}px"`,
      `<tr><td class="rm-cell" align="left" style="padding:0 ${gap}px">${content}</td></tr>`,
    )
    return between + column
  })
  const { paper } = lightColors
  return layoutTable(
    `class="rm-section rm-paper" width="100%" bgcolor="${paper}" style="background-color:${paper}"`,
    `<tr><td class="rm-columns" style="padding:16px ${gap}px 0">${parts.join('')}${onlyMso('</td></tr></table>')}</td></tr>`,
  )
}

/** The content of the message in its width, on the page. Each section is a child of its cell. */
export const page = (sections: string, { width }: Theme): string =>
  layoutTable(
    `class="rm-page" width="100%" bgcolor="${lightColors.page}" style="background-color:${lightColors.page}"`,
    `<tr><td class="rm-around" align="center" style="padding:24px 12px">${limited(`<td class="rm-content">${sections}</td>`, width, 'rm-width')}</td></tr>`,
  )

/** A section that limits its own width, for a message without our page. */
export const standalone = (content: string, { width }: Theme): string =>
  layoutTable(
    'class="rm-alone" width="100%"',
    `<tr><td align="center">${limited(`<td>${content}</td>`, width, 'rm-width')}</td></tr>`,
  )

const limited = (cell: string, width: number, name: string): string =>
  [
    onlyMso(`${msoTable(width)}<td>`),
    layoutTable(
      `class="${name}" align="center" width="100%" style="width:100%;max-width:${width}px"`,
      `<tr>${cell}</tr>`,
    ),
    onlyMso('</td></tr></table>'),
  ].join('')
