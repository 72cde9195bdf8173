import * as z from 'zod'
import { count } from './wire.ts'

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
  'foreign_tag',
  'merge_tag_unknown',
  'link_empty',
  'link_relative',
  'link_local',
  'link_invalid',
  'link_broken',
  'image_not_shown',
  'image_broken',
  'unsubscribe_link_added',
  'html_over_102_kb',
  'image_without_alt',
  'image_alt_empty',
  'image_only',
  'image_too_large',
  'link_unanswered',
  'links_not_asked',
  'rendered_link_empty',
  'greeting_empty',
  'field_empty',
  'html_unbalanced',
  'text_differs',
  'subject_long',
  'subject_reply',
  'subject_shouting',
  'preheader_long',
  'postal_address_missing',
  'unsubscribe_hidden',
  'dmarc_not_aligned',
  'tracking_off',
  'test_not_sent',
  'not_checked',
] as const
export type CheckCode = (typeof checkCodes)[number]

/** A place in a message. Lines and columns start at 1, the offset at 0, in UTF-16 code units. */
const checkPlace = z.object({
  part: z.enum(['asunto', 'preheader', 'html', 'text']),
  /** The variant of the A/B test, if the content differs. */
  variant: z.string().optional(),
  line: count,
  column: count,
  offset: count,
  length: count,
})
export type CheckPlace = z.infer<typeof checkPlace>

export const checkLevels = ['error', 'warn', 'ok'] as const

/**
 * Why a contact on the lists of a campaign is not mailed. A contact counts under the first reason that
 * applies. An address counts as `duplicate` for each further contact that would be mailed.
 */
export const leftOutReasons = [
  'unsubscribed',
  'unconfirmed',
  'bounced',
  'complained',
  'suppressed',
  'excluded',
  'not_in_segment',
  'already_mailed',
  'duplicate',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const campaignCheck = z.object({
  ready: z.boolean(),
  /** Missing when the audience is unknown, because a list or the segment was deleted. */
  recipients: count.optional(),
  /** Missing once the audience is fixed. The sum with `recipients` is the contacts on the lists. */
  left_out: z.record(z.enum(leftOutReasons), count).optional(),
  items: z.array(
    z.object({
      code: z.enum(checkCodes),
      level: z.enum(checkLevels),
      message: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      /** Where it was found. An item can have several places. */
      places: z.array(checkPlace).optional(),
      /** What to write at each place instead. */
      suggestion: z.string().optional(),
      /** Whether the suggestion is beyond doubt, so that `campaigns check --fix` writes it. */
      fixable: z.boolean().optional(),
    }),
  ),
})
