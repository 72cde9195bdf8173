import type { Document, View } from './document.ts'
import type { Screen } from './screen.ts'

export interface RenderOptions {
  /** From `--fields`. */
  readonly fields?: readonly string[] | undefined
  readonly screen: Screen
}

/** A document as pieces of text, one for each page, so that memory does not grow with the list. */
export type Render = <T extends object>(
  document: Document<T>,
  options: RenderOptions,
) => AsyncIterable<string>

/** What a renderer of rows needs of a view, which does not depend on the type of its object. */
export const plainView = <T extends object>({ view = {} }: Document<T>): View =>
  view as View<object> // only `charts` and `notes` name T, and no renderer of rows calls them
