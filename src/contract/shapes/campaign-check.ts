import * as z from 'zod'

/** The checks before a send. The first ones block it, the others are warnings. */
export const checkCodes = [
  'sender_not_verified',
  'reference_gone',
  'audience_empty',
  'subject_empty',
  'html_empty',
  'merge_tag_broken',
  'filter_refused',
  'template_too_slow',
  'ab_test_untracked',
  'time_past',
  'quota',
  'unsubscribe_link_added',
  'html_over_102_kb',
  'image_without_alt',
  'dmarc_not_aligned',
  'tracking_off',
  'test_not_sent',
  'link_broken',
  'not_checked',
] as const
export type CheckCode = (typeof checkCodes)[number]

export const checkLevels = ['error', 'warn', 'ok'] as const

export const campaignCheck = z.object({
  ready: z.boolean(),
  items: z.array(
    z.object({
      code: z.enum(checkCodes),
      level: z.enum(checkLevels),
      message: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
})
