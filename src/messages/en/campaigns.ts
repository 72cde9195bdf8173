/** What the check before a send says: of what is wrong, and of what is well. */
export const campaignChecks = {
  sender_not_verified: {
    wrong: 'The sender {from_mail} is not verified.',
    well: 'The sender is verified.',
  },
  audience_empty: {
    wrong: 'There is no active contact to send to.',
    well: 'There are contacts to send to.',
  },
  subject_empty: { wrong: 'The subject is empty.', well: 'There is a subject.' },
  html_empty: { wrong: 'The message is empty.', well: 'There is a message.' },
  merge_tag_broken: {
    wrong: 'A merge tag in {place} cannot be understood, in line {line}: {message}',
    well: 'The merge tags can be understood.',
  },
  ab_test_untracked: {
    wrong: 'The A/B test is decided by what is not counted: {field}.',
    well: 'What decides the A/B test is counted.',
  },
  time_past: { wrong: 'The time it is scheduled for is past.', well: 'Its time is not past.' },
  quota: {
    wrong: 'It has more recipients than are left this month.',
    well: 'The quota is enough.',
  },
  unsubscribe_link_added: {
    wrong: 'The message has no unsubscribe link, so a short footer with one is added.',
    well: 'The message has an unsubscribe link.',
  },
  html_over_102_kb: {
    wrong: 'The HTML has {kb} KB; Gmail hides what comes after 102 KB.',
    well: 'The HTML is small enough for Gmail to show all of it.',
  },
  image_without_alt: {
    wrong: 'Images without a text for those who do not see them: {count}.',
    well: 'Every image has a text for those who do not see it.',
  },
  dmarc_not_aligned: {
    wrong: 'The sender’s domain does not authorise this service (SPF, DKIM, DMARC).',
    well: 'The sender’s domain authorises this service.',
  },
  tracking_off: {
    wrong: 'Opens and clicks are not counted.',
    well: 'Opens or clicks are counted.',
  },
  test_not_sent: {
    wrong: 'No test was sent since the last change.',
    well: 'A test was sent since the last change.',
  },
  link_broken: { wrong: 'Links that lead nowhere: {count}.', well: 'The links lead somewhere.' },
  not_checked: { wrong: 'This could not be checked: {check}.', well: 'Everything was checked.' },
}

export const campaignMail = {
  unsubscribe: 'Unsubscribe',
  testPrefix: '[Test] ',
  copyOf: 'Copy of {name}',
  againOf: '{name} (again)',
}
