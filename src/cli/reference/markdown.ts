/** Escapes plain text for Markdown. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&')

export const code = (text: string): string => `\`${text}\``

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Formats code for a table cell, where a bar ends the cell even inside code. */
export const cellCode = (text: string): string => code(text.replaceAll('|', '\\|'))

export const block = (lines: readonly string[], language = ''): string =>
  ['```'.concat(language), ...lines, '```'].join('\n')

/** Links to a heading of the same page, with GitHub's anchor. */
export const linkTo = (heading: string, text = heading): string =>
  `[${plain(text)}](#${anchorOf(heading)})`

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
