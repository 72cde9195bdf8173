/** Text that is HTML already: whatever else is put into a template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `false` and `undefined` put nothing in, so that a part may hang on a condition. */
export type HtmlPart = string | number | Html | false | undefined | readonly HtmlPart[]

/** HTML, or XML: the escapes are those that both know. Values of attributes stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(strings.reduce((text, string, index) => `${text}${textOf(parts[index - 1])}${string}`))

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (part === false || part === undefined) return ''
  if (typeof part === 'object') return part.map(textOf).join('')
  return escapeHtml(String(part))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => entities[found] ?? found)
