import type { Page } from '../../../../src/contract/endpoint.ts'

export async function* collectedPages<T extends object>(
  pages: readonly (readonly T[])[],
  total?: number,
): AsyncGenerator<Page<T>> {
  for (const [index, items] of pages.entries()) {
    const isLast = index === pages.length - 1
    yield {
      items,
      ...(!isLast && { nextCursor: `page-${index + 1}` }),
      ...(total !== undefined && { total }),
    }
  }
}

/** These pages, and then the network is lost. */
export async function* failingPages<T extends object>(
  pages: readonly (readonly T[])[],
): AsyncGenerator<Page<T>> {
  for (const [index, items] of pages.entries()) yield { items, nextCursor: `page-${index + 1}` }
  throw new Error('lost')
}
