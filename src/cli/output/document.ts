import type { Page } from '../../contract/endpoint.ts'

/** How a value is shown to people. `percent` is a share of 1, `bytes` a count, `time` as on the wire. */
export type ValueFormat = 'text' | 'number' | 'percent' | 'time' | 'bool' | 'bytes'

export interface Column {
  /** A dotted path in the names of the wire. */
  readonly field: string
  /** The key of its words; one without words is shown as it is. */
  readonly header: string
  readonly format?: ValueFormat
  readonly align?: 'left' | 'right'
}

/** A list inside one object, drawn below its card. */
export interface Section {
  readonly field: string
  /** Instead of what stands in the field: what people see of it, row by row. */
  readonly rows?: readonly object[]
  readonly title: string
  readonly columns: readonly Column[]
}

export interface Bar {
  readonly label: string
  readonly value: number
  /** A share of 1, written behind the value. */
  readonly share?: number
}

export interface Point {
  /** As on the wire. */
  readonly time: string
  readonly value: number
}

/** A step of a flow; where it forks, with what follows on each branch. */
export interface Step {
  readonly label: string
  readonly note?: string
  readonly branches?: readonly Branch[]
  /** It was drawn before: the flow goes on there. */
  readonly isJump?: true
}

export interface Branch {
  readonly label: string
  readonly steps: readonly Step[]
}

export type Chart =
  | { readonly kind: 'flow'; readonly title: string; readonly steps: readonly Step[] }
  | { readonly kind: 'bars'; readonly title: string; readonly bars: readonly Bar[] }
  | { readonly kind: 'series'; readonly title: string; readonly points: readonly Point[] }

/** What people see of a result. Machine formats take of it only which columns a row has. */
export interface View<T extends object = object> {
  /** Of a list. */
  readonly columns?: readonly Column[]
  /** Of one object. */
  readonly fields?: readonly Column[]
  readonly sections?: readonly Section[]
  readonly charts?: (one: T) => readonly Chart[]
  /** Sentences for standard error, below one object. */
  readonly notes?: (one: T) => readonly string[]
  /** What `-o ids` prints, when it is not `id`. */
  readonly id?: string
}

/** A verb's result: one object, one page of a list, or the pages of a list as they come. */
export type Document<T extends object = object> =
  | { readonly one: T; readonly view?: View<T> | undefined }
  | { readonly page: Page<T>; readonly view?: View<T> | undefined }
  | { readonly pages: AsyncIterable<Page<T>>; readonly view?: View<T> | undefined }

/** The pages of a list; one object is a page of its own. */
export async function* pagesOf<T extends object>(document: Document<T>): AsyncGenerator<Page<T>> {
  if ('one' in document) yield { items: [document.one] }
  else if ('page' in document) yield document.page
  else yield* document.pages
}
