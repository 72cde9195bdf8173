import type { Language } from '../core/language.ts'
import type { mcp } from './en/mcp.ts'

/** Texts for assistants, and for the people they work with. */
export type AssistantMessages = typeof mcp

export async function loadAssistantMessages(language: Language): Promise<AssistantMessages> {
  return language === 'es' ? (await import('./es/mcp.ts')).mcp : (await import('./en/mcp.ts')).mcp
}
