import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { Automation } from './store.ts'

/**
 * Returns from when the dates of an automation are checked, if that changes. The engine finds automations
 * with a date trigger by this column, without reading their definitions.
 */
export function datesFrom(
  { dates_until }: Pick<Automation, 'dates_until'>,
  { trigger }: Pick<AutomationDefinition, 'trigger'>,
  now: number,
): { dates_until?: number | null } {
  const hasDates = trigger.type === 'date_field'
  if (hasDates === (dates_until !== null)) return {}
  return { dates_until: hasDates ? now : null }
}
