import type { Page } from '../../contract/endpoint.ts'

interface Change {
  field: string
  before: string | null
  after: string | null
}

/** Writes the changes of each action as a text: `timezone: UTC → Europe/Madrid`. */
export async function* readableChanges<Item extends { changes?: readonly Change[] }>(
  pages: AsyncIterable<Page<Item>>,
): AsyncGenerator<Page<Omit<Item, 'changes'> & { changes: string }>> {
  for await (const { items, ...page } of pages) {
    yield {
      ...page,
      items: items.map((item) => ({
        ...item,
        changes: (item.changes ?? []).map(textOf).join('; '),
      })),
    }
  }
}

/** A secret is changed without a value. */
const textOf = ({ field, before, after }: Change): string =>
  before === null && after === null ? field : `${field}: ${before || '–'} → ${after || '–'}`
