import type { Language } from '../core/language.ts'
import { type EndpointMessages, loadEndpointMessages } from '../messages/endpoints.ts'
import { loadMessages, type Messages } from '../messages/index.ts'
import { type AssistantWords, loadAssistantWords } from '../messages/mcp.ts'

/** All that is said to an assistant, in one language. */
export interface Words {
  language: Language
  own: AssistantWords
  endpoints: EndpointMessages
  failures: Messages['failures']
  problems: Messages['problems']
  checks: Messages['campaignChecks']
}

export async function loadWords(language: Language): Promise<Words> {
  const [own, endpoints, messages] = await Promise.all([
    loadAssistantWords(language),
    loadEndpointMessages(language),
    loadMessages(language),
  ])
  const { failures, problems, campaignChecks: checks } = messages
  return { language, own, endpoints, failures, problems, checks }
}
