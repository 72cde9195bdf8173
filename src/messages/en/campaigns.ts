/** Results of the pre-send check: `wrong` for a problem, `well` for a check that passed. */
export const campaignChecks = {
  sender_not_verified: {
    wrong: 'The sender {from_mail} is not verified.',
    well: 'The sender is verified.',
  },
  reference_gone: {
    wrong: 'A list or segment of the campaign was deleted: {field} {id}. Choose it again.',
    well: 'The lists and the segment of the campaign exist.',
  },
  audience_empty: {
    wrong: 'The audience is empty: there are no active contacts.',
    well: 'The audience has active contacts.',
  },
  subject_empty: { wrong: 'The subject is empty.', well: 'The subject is set.' },
  html_empty: { wrong: 'The message is empty.', well: 'The message has content.' },
  merge_tag_broken: {
    wrong: 'A merge tag in {place} is invalid, line {line}: {message}',
    well: 'All merge tags are valid.',
  },
  filter_refused: {
    wrong: 'The filter {filter} is not available: {place}, line {line}: {message}',
    well: 'All filters are available.',
  },
  template_too_slow: {
    wrong: 'The template takes too long to render[: {place}, line {line}: {message}]',
    well: 'The template renders quickly.',
  },
  ab_test_untracked: {
    wrong: 'The A/B test depends on {field}, which is turned off.',
    well: 'The data that decides the A/B test is tracked.',
  },
  time_past: {
    wrong: 'The scheduled time is in the past.',
    well: 'The scheduled time is not in the past.',
  },
  quota: {
    wrong: 'There are more recipients than messages left this month.',
    well: 'The monthly quota is sufficient.',
  },
  unsubscribe_link_added: {
    wrong: 'The message has no unsubscribe link. A short footer with one will be added.',
    well: 'The message has an unsubscribe link.',
  },
  html_over_102_kb: {
    wrong: 'The HTML has {kb} KB. Gmail clips messages after 102 KB.',
    well: 'The HTML is small enough for Gmail.',
  },
  image_without_alt: {
    wrong: 'Images without alternative text: {count}.',
    well: 'All images have alternative text.',
  },
  dmarc_not_aligned: {
    wrong: 'The sender’s domain does not authorize this service (SPF, DKIM, DMARC).',
    well: 'The sender’s domain authorizes this service.',
  },
  tracking_off: {
    wrong: 'Open and click tracking are off.',
    well: 'Open or click tracking is on.',
  },
  test_not_sent: {
    wrong: 'No test has been sent since the last change.',
    well: 'A test has been sent since the last change.',
  },
  link_broken: { wrong: 'Broken links: {count}.', well: 'No broken links.' },
  not_checked: { wrong: 'This check could not run: {check}.', well: 'All checks were run.' },
}

export const campaignMail = {
  unsubscribe: 'Unsubscribe',
  testPrefix: '[Test] ',
  copyOf: 'Copy of {name}',
  resendOf: '{name} (resend)',
}
