import type { Language } from '../core/language.ts'
import { type EndpointMessages, loadEndpointMessages } from '../messages/endpoints.ts'
import { loadMessages, type Messages } from '../messages/index.ts'
import { type AssistantMessages, loadAssistantMessages } from '../messages/mcp.ts'

/** Every text that an assistant reads, in one language. */
export interface McpMessages {
  language: Language
  assistant: AssistantMessages
  endpoints: EndpointMessages
  failures: Messages['failures']
  problems: Messages['problems']
  checks: Messages['campaignChecks']
}

export async function loadMcpMessages(language: Language): Promise<McpMessages> {
  const [assistant, endpoints, messages] = await Promise.all([
    loadAssistantMessages(language),
    loadEndpointMessages(language),
    loadMessages(language),
  ])
  const { failures, problems, campaignChecks: checks } = messages
  return { language, assistant, endpoints, failures, problems, checks }
}
