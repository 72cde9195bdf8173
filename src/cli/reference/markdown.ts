/** Plain text as Markdown that shows it as it is. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&')

export const code = (text: string): string => `\`${text}\``

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** A span of code in a cell: there a bar would end the cell even inside code. */
export const cellCode = (text: string): string => code(text.replaceAll('|', '\\|'))

export const block = (lines: readonly string[], language = ''): string =>
  ['```'.concat(language), ...lines, '```'].join('\n')

/** A link to a heading of the same page, by the anchor that GitHub gives it. */
export const linkTo = (heading: string, text = heading): string =>
  `[${plain(text)}](#${anchorOf(heading)})`

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
