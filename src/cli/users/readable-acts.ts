import type { Page } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import type { Language } from '../../core/language.ts'
import { loadEndpointMessages, messageOf } from '../../messages/endpoints.ts'
import { tree } from '../generated/tree.ts'

/** Writes what each action did as a sentence. The log has the route, or the command of an operator. */
export async function* readableActs<Item extends { act?: string }>(
  pages: AsyncIterable<Page<Item>>,
  language: Language,
): AsyncGenerator<Page<Item>> {
  const messages = await loadEndpointMessages(language)
  const summaryOf = (act: string | undefined): string | undefined => {
    const named = endpoints.find(({ endpoint: { method, path } }) => `${method} ${path}` === act)
    if (named) return messageOf(messages, named.noun, named.verb).summary
    return tree.find(({ path }) => path === act)?.summary[language]
  }
  for await (const { items, ...page } of pages) {
    yield {
      ...page,
      items: items.map((item) => ({ ...item, act: summaryOf(item.act) ?? item.act })),
    }
  }
}
