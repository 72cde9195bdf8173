/** Text that is already HTML. Templates escape everything else. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `false` and `undefined` render nothing, which allows conditional parts. */
type HtmlPart = string | number | Html | false | undefined | readonly HtmlPart[]

/**
 * Renders HTML or XML: the escapes are valid in both. Attribute values must be in double quotes.
 */
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
