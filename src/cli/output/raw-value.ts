import type { ValueFormat } from './document.ts'

/** Formats a value for machines: the same in every language, zone and terminal. */
export function rawText(value: unknown, format: ValueFormat = 'text'): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return format === 'time' ? toUtc(value) : value
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map((item) => rawText(item)).join(',')
  }
  return JSON.stringify(value)
}

/**
 * Converts a time with an offset to UTC. A text without an offset is not an instant and stays
 * unchanged.
 */
function toUtc(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:?\d\d$/.test(text)) return text
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
