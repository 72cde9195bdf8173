import type { Document, View } from './document.ts'
import type { Screen } from './screen.ts'

export interface RenderOptions {
  /** From `--fields`. */
  readonly fields?: readonly string[] | undefined
  readonly screen: Screen
}

/** Yields a document as text in one chunk per page, so that memory does not grow with the list. */
export type Render = <T extends object>(
  document: Document<T>,
  options: RenderOptions,
) => AsyncIterable<string>

/** Returns the view without its type parameter, for renderers of rows. */
export const plainView = <T extends object>({ view = {} }: Document<T>): View =>
  view as View<object> // only `charts` and `notes` depend on T, and renderers of rows do not call them
