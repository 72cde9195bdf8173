import type { Page } from '../../contract/endpoint.ts'

/**
 * How a value is displayed. `percent` is a fraction of 1, `bytes` a number of bytes, `time` as in
 * the API, `state` a status or level, `check` whether something is right, `sentence` a text that
 * wraps instead of being cut, `copy` one that stays on one line because it is copied.
 */
export type ValueFormat =
  | 'text'
  | 'number'
  | 'percent'
  | 'time'
  | 'bool'
  | 'bytes'
  | 'state'
  | 'check'
  | 'sentence'
  | 'copy'

export interface Column {
  /** A dotted path of API names. */
  readonly field: string
  /** The key of its message. Without a message the key itself is shown. */
  readonly header: string
  readonly format?: ValueFormat
  readonly align?: 'left' | 'right'
  /** The table of messages with the words for its values. The default is that of the field's last name. */
  readonly words?: string
  /** The kind of the things whose ids it has. People see their names. */
  readonly reference?: string
  /** The names by id. */
  readonly names?: ReadonlyMap<string, string>
  /** The field with the type of a custom field, whose values the API gives as text. */
  readonly typeField?: string
  /** The field with the currency of an amount. */
  readonly currencyField?: string
  /** The field with the state that the value tells of. Its sign stands in front. */
  readonly stateField?: string
  /** A card has no line for it when the value is 0 or missing, because the line would say nothing. */
  readonly omitsZero?: true
}

/** A list inside one object, shown below its card. */
export interface Section {
  readonly field: string
  /** Rows to show instead of the value of the field. */
  readonly rows?: readonly object[]
  readonly title: string
  readonly columns: readonly Column[]
}

export interface Bar {
  readonly label: string
  readonly value: number
  /** A fraction of 1, shown after the value. */
  readonly share?: number
}

export interface Point {
  /** As in the API. */
  readonly time: string
  readonly value: number
}

/** A step of a flow. At a fork, each branch contains the steps that follow. */
export interface Step {
  readonly label: string
  readonly note?: string
  readonly branches?: readonly Branch[]
  /** The step is shown elsewhere, and the flow continues there. */
  readonly isJump?: true
}

interface Branch {
  readonly label: string
  readonly steps: readonly Step[]
}

export type Chart =
  | { readonly kind: 'flow'; readonly title: string; readonly steps: readonly Step[] }
  | { readonly kind: 'bars'; readonly title: string; readonly bars: readonly Bar[] }
  | { readonly kind: 'series'; readonly title: string; readonly points: readonly Point[] }

/** Items of another kind in a list, shown in a table of their own below the others. */
interface Apart {
  readonly includes: (item: object) => boolean
  readonly title: string
  readonly columns: readonly Column[]
}

/** How a result is displayed. Machine formats only use its columns. */
export interface View<T extends object = object> {
  /** For a list. */
  readonly columns?: readonly Column[]
  /** Further columns of a list in CSV, whose lines may have any width and whose header names them. */
  readonly csvColumns?: readonly Column[]
  readonly apart?: Apart
  /** For one object. */
  readonly fields?: readonly Column[]
  /** The order of these fields for people. Other formats keep their order, which scripts rely on. */
  readonly readingOrder?: readonly string[]
  readonly sections?: readonly Section[]
  readonly charts?: (one: T) => readonly Chart[]
  /** Sentences on standard error after one object. */
  readonly notes?: (one: T) => readonly string[]
  /** The field that `-o ids` prints. The default is `id`. */
  readonly id?: string
}

/**
 * The result of a verb: one object, one page of a list, or the pages of a list. A live one shows what
 * happens, so it never waits in a pager.
 */
export type Document<T extends object = object> =
  | { readonly one: T; readonly view?: View<T> | undefined; readonly isLive?: true }
  | { readonly page: Page<T>; readonly view?: View<T> | undefined }
  | {
      readonly pages: AsyncIterable<Page<T>>
      readonly view?: View<T> | undefined
      readonly isLive?: true
      /** The pages end here, although the list may go on. */
      readonly limit?: number | undefined
    }

/** The object that a document shows, if it is one; undefined for several. */
export function onlyItem<T extends object>(document: Document<T>): T | undefined {
  if ('one' in document) return document.one
  return 'page' in document && document.page.items.length === 1 ? document.page.items[0] : undefined
}

/** Yields the pages of a list. One object is a page of its own. */
export async function* pagesOf<T extends object>(document: Document<T>): AsyncGenerator<Page<T>> {
  if ('one' in document) yield { items: [document.one] }
  else if ('page' in document) yield document.page
  else yield* document.pages
}
