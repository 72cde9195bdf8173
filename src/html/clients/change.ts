/** What a mail program does to a part of a message. */
type ChangeCode =
  | 'cut'
  | 'style_in_body'
  | 'style_too_long'
  | 'style_nested'
  | 'rule_removed'
  | 'property_ignored'
  | 'value_ignored'
  | 'style_attribute_removed'
  | 'element_removed'
  | 'element_replaced'
  | 'attribute_ignored'
  | 'image_format'

/** A place where a mail program does not take the HTML as it is. */
export interface Change {
  code: ChangeCode
  /** The property, rule, element or attribute. */
  subject: string
  /** The element with the style or attribute; empty for a rule of a style element. */
  element: string
  /** The line of the first place. */
  line: number
  /** How many places there are with the same code, subject and element. */
  count: number
}

/** A message as a mail program takes it. */
export interface ClientMessage {
  html: string
  changes: readonly Change[]
}

/** Collects changes. Equal ones become one with a count. */
export class Changes {
  readonly #lineStarts: number[]
  readonly #found = new Map<string, Change>()
  /** How many places were added. */
  total = 0

  constructor(source: string) {
    this.#lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  }

  add(code: ChangeCode, subject: string, element: string, offset: number): void {
    const key = `${code} ${subject} ${element}`
    const before = this.#found.get(key)
    this.total += 1
    if (before) before.count += 1
    else this.#found.set(key, { code, subject, element, line: this.#lineAt(offset), count: 1 })
  }

  all(): Change[] {
    return [...this.#found.values()].sort((a, b) => a.line - b.line)
  }

  #lineAt(offset: number): number {
    const starts = this.#lineStarts
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
