import type { Language } from '../core/language.ts'
import type { nextSteps as en } from './en/next-steps.ts'

/** What one usually does after each verb. */
export type NextStepMessages = typeof en

/** Loads the sentences of next steps in one language. */
export async function loadNextSteps(language: Language): Promise<NextStepMessages> {
  return language === 'es'
    ? (await import('./es/next-steps.ts')).nextSteps
    : (await import('./en/next-steps.ts')).nextSteps
}
