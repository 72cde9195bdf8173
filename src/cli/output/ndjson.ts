import { pagesOf } from './document.ts'
import { toJson } from './json.ts'
import { pick } from './pick.ts'
import type { Render } from './render.ts'

export const renderNdjson: Render = async function* (document, { fields }) {
  for await (const { items } of pagesOf(document)) {
    yield items.map((item) => `${toJson(fields ? pick(item, fields) : item)}\n`).join('')
  }
}
