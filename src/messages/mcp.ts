import type { Language } from '../core/language.ts'
import type { mcp } from './en/mcp.ts'

/** What is said to assistants, and by them to people. */
export type AssistantWords = typeof mcp

export async function loadAssistantWords(language: Language): Promise<AssistantWords> {
  return language === 'es' ? (await import('./es/mcp.ts')).mcp : (await import('./en/mcp.ts')).mcp
}
