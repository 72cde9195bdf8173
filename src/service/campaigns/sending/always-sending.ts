/**
 * The columns of a campaign whose recipients arrive one by one, as those of an automation do. There is
 * no audience to fix, and it never finishes.
 */
export const alwaysSending = {
  status: 'sending',
  audience_fixed: 1,
  audience_list: 0,
  audience_cursor: 0,
  recipients: 0,
  sent: 0,
  failed: 0,
  claim: null,
  lease_until: 0,
  segment_id: null,
  resend_of: null,
  resend_to: null,
  utm: '{}',
  ab_test: null,
  reason: null,
  scheduled_at: null,
  timezone: null,
  expect_min: null,
  expect_max: null,
  sent_at: null,
  ended_at: null,
  tested_at: null,
  deleted_at: null,
  version: 1,
} as const
