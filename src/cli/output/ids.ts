import { oneLine } from '../../core/safe-text.ts'
import { pagesOf } from './document.ts'
import { valueAt } from './pick.ts'
import { rawText } from './raw-value.ts'
import { plainView, type Render } from './render.ts'

/** Writes one id per line. Items without an id are omitted. */
export const renderIds: Render = async function* (document) {
  const field = plainView(document).id ?? 'id'
  for await (const { items } of pagesOf(document)) {
    const ids = items.map((item) => oneLine(rawText(valueAt(item, field))))
    yield ids.map((id) => (id === '' ? '' : `${id}\n`)).join('')
  }
}
