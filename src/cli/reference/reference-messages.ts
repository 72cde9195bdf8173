import type { Language } from '../../core/language.ts'
import { commandReference as en } from '../../messages/en/command-reference.ts'
import { type EndpointMessages, loadEndpointMessages } from '../../messages/endpoints.ts'
import { commandReference as es } from '../../messages/es/command-reference.ts'
import { loadMessages, type Messages } from '../../messages/index.ts'
import { loadTopics, type Topics } from '../../messages/topics.ts'

/** The messages of the generated pages in one language. */
export interface ReferenceMessages {
  language: Language
  page: typeof en
  messages: Messages
  endpoints: EndpointMessages
  topics: Topics
}

export const loadReferenceMessages = async (language: Language): Promise<ReferenceMessages> => ({
  language,
  page: { en, es }[language],
  messages: await loadMessages(language),
  endpoints: await loadEndpointMessages(language),
  topics: await loadTopics(language),
})
