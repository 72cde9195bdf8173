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
  foreign_tag: {
    wrong:
      '{tag} is a merge tag of {tool}, and readers would see it as it is[. Write {suggestion}] ({place}, line {line}).',
    well: 'There are no merge tags of other tools.',
  },
  merge_tag_unknown: {
    wrong:
      '{tag} names no field of the lists and shows nothing ({place}, line {line}).[ Did you mean {suggestion}?]',
    well: 'Every merge tag names something that exists.',
  },
  link_empty: {
    wrong: 'A link leads nowhere: “{url}” ({place}, line {line}).',
    well: 'Every link has an address.',
  },
  link_relative: {
    wrong:
      'The link “{url}” has no https:// in front and leads nowhere in a mail program ({place}, line {line}).[ Did you mean {suggestion}?]',
    well: 'Every link has a complete address.',
  },
  link_local: {
    wrong:
      'The link “{url}” leads to your own machine or network, which readers cannot reach ({place}, line {line}).',
    well: 'No link leads to your own machine or network.',
  },
  link_invalid: {
    wrong:
      'The link “{url}” is not a valid address ({place}, line {line}).[ Did you mean {suggestion}?]',
    well: 'Every link is a valid address.',
  },
  link_broken: {
    wrong: 'The page of the link “{url}” does not exist: {reason} ({place}, line {line}).',
    well: 'No link was found to be broken.',
  },
  link_unanswered: {
    wrong: 'The link “{url}” did not answer as expected: {reason} ({place}, line {line}).',
    well: 'Every link that was checked answers.',
  },
  links_not_asked: {
    wrong:
      'Links that could not be checked, because there is no network: {count}.[ They were last checked on {last}.]',
    well: 'The links could be checked.',
  },
  image_not_shown: {
    wrong:
      'Mail programs cannot show the image “{url}”; it needs a public https:// address ({place}, line {line}).[ Did you mean {suggestion}?]',
    well: 'Every image has a public address.',
  },
  image_broken: {
    wrong: 'The image “{url}” does not exist: {reason} ({place}, line {line}).',
    well: 'No image was found to be missing.',
  },
  image_alt_empty: {
    wrong:
      'Linked images with an empty alternative text: {count}. Where images are off, nothing is left of these links.',
    well: 'Every linked image has a text.',
  },
  image_only: {
    wrong: 'The message has hardly any text besides its images. Where images are off, it is empty.',
    well: 'The message can be read without its images.',
  },
  image_too_large: {
    wrong: 'The image “{url}” is large[: {kb} KB][, {width} pixels wide] ({place}, line {line}).',
    well: 'No image was found to be too large.',
  },
  rendered_link_empty: {
    wrong: 'For {count} of {total} sampled recipients, a link or an image has no address[: {url}].',
    well: 'No sampled recipient gets an empty link.',
  },
  greeting_empty: {
    wrong: 'For {count} of {total} sampled recipients, the greeting has no name: “{greeting}”.',
    well: 'The greeting is complete for all sampled recipients.',
  },
  field_empty: {
    wrong:
      '{count} of {total} recipients have no {field}, and the tag has no default ({place}, line {line}).',
    well: 'Every merge tag has a value or a default.',
  },
  html_unbalanced: {
    wrong:
      'Elements without an end, or ends without a beginning: {count}, the first is {element}[ (line {line})].',
    well: 'Every element of the HTML is closed.',
  },
  text_differs: {
    wrong:
      'The text version has only {percent}% of the words of the HTML. Spam filters distrust such messages.',
    well: 'The text version says the same as the HTML.',
  },
  subject_long: {
    wrong: 'The subject has {length} characters. Inboxes show fewer than {limit}.',
    well: 'The subject is short enough.',
  },
  subject_reply: {
    wrong: 'The subject begins like that of a reply or a forwarded message.',
    well: 'The subject does not pretend to be a reply.',
  },
  subject_shouting: {
    wrong: 'The subject shouts: capitals or repeated marks, as in spam.',
    well: 'The subject does not shout.',
  },
  preheader_long: {
    wrong: 'The preheader has {length} characters. Inboxes show fewer than {limit}.',
    well: 'The preheader is short enough.',
  },
  postal_address_missing: {
    wrong:
      'The message has no postal address of the sender, which the law of many countries requires.',
    well: 'The message has a postal address.',
  },
  unsubscribe_hidden: {
    wrong: 'The unsubscribe link of the message cannot be seen ({place}, line {line}).',
    well: 'The unsubscribe link can be seen.',
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
    well: 'No image lacks an alt attribute.',
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
  not_checked: { wrong: 'This check could not run: {check}.', well: 'All checks were run.' },
}

/** Why a link did not answer, within a sentence. */
export const linkFaults = {
  name_unknown: 'its domain does not exist',
  timed_out: 'no answer in time',
  refused: 'the server refused the connection',
  tls_failed: 'its certificate is not valid',
  broken_off: 'the connection broke off',
  not_public: 'it leads into a private network',
  too_many_redirects: 'it redirects too often',
}

export const campaignMail = {
  unsubscribe: 'Unsubscribe',
  testPrefix: '[Test] ',
  copyOf: 'Copy of {name}',
  resendOf: '{name} (resend)',
}
