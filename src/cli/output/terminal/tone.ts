import type { Palette } from '../color.ts'

/** What a state means to a person. Its sign says it without colors, too. */
type Tone = 'good' | 'moving' | 'idle' | 'caution' | 'bad'

/** The states, statuses and levels of the API by their meaning. */
const statesByTone: Record<Tone, readonly string[]> = {
  good: ['ok', 'active', 'sent', 'delivered', 'opened', 'clicked', 'done', 'verified', 'ended'],
  moving: ['sending', 'queued', 'ab_testing', 'submitting', 'running', 'waiting', 'draining'],
  idle: [
    ...['draft', 'scheduled', 'pending', 'unconfirmed', 'unopened', 'unsubscribed'],
    ...['suppressed', 'cancelled', 'stopped', 'info'],
  ],
  caution: [
    'on_hold',
    'warn',
    'warning',
    'paused',
    'deferred',
    'uncertain',
    'suspended',
    'soft_bounced',
  ],
  bad: [
    'error',
    'bad',
    'failed',
    'bounced',
    'hard_bounced',
    'complained',
    'invalid',
    'dead',
    'relay_down',
  ],
}

const tones = new Map(
  Object.entries(statesByTone).flatMap(([tone, states]) =>
    states.map((state) => [state, tone as Tone] as const),
  ),
)

/** Returns undefined for a state of another server. */
export function toneOf(value: unknown): Tone | undefined {
  if (typeof value === 'boolean') return value ? 'good' : 'bad'
  return typeof value === 'string' ? tones.get(value) : undefined
}

const signs: Record<Tone, string> = { good: '✓', moving: '●', idle: '○', caution: '!', bad: '✗' }
const plainSigns: Record<Tone, string> = {
  good: '+',
  moving: '*',
  idle: 'o',
  caution: '!',
  bad: 'x',
}

export const signOf = (tone: Tone, unicode: boolean): string => (unicode ? signs : plainSigns)[tone]

export const paintOf = (tone: Tone, palette: Palette): ((text: string) => string) =>
  ({
    good: palette.success,
    moving: palette.value,
    idle: palette.dim,
    caution: palette.warning,
    bad: palette.error,
  })[tone]
