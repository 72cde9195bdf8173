export const campaigns = {
  verbs: {
    list: {
      summary: 'List campaigns',
      description:
        'Newest first; with sort, the highest rate first. status=active returns campaigns that are scheduled, being sent or paused. The rates are those of the statistics.',
    },
    create: {
      summary: 'Create a campaign',
      description: 'The campaign is sent immediately unless you save it as a draft or schedule it.',
    },
    get: {
      summary: 'Show a campaign',
    },
    update: {
      summary: 'Change a campaign',
      description: 'Possible before sending starts and while the campaign is paused.',
    },
    delete: {
      summary: 'Delete a campaign',
      description: 'Not possible while the campaign is being sent. Pause or cancel it first.',
    },
    check: {
      summary: 'Check whether a campaign is ready to send',
      description:
        'Checks the sender, the audience, merge tags, links, size and more. `recipients` is the exact number if it were sent now. `left_out` counts every other contact of the lists, under the first reason that applies, in the order shown, so the sum is the size of the lists. Items about the content name their `places`, and what to write there instead (`suggestion`); `fixable` ones have only one remedy. Links and images are requested; the answers are kept for a day.',
    },
    test: {
      summary: 'Send a test of a campaign',
      description:
        'Sends to at most ten addresses. Tests count against the monthly sends, but not in statistics. Few a day go to addresses that are not yours.',
    },
    send: {
      summary: 'Send a campaign now',
      description: 'Has no effect if the campaign is already being sent.',
    },
    stats: {
      summary: 'Show the results of a campaign',
      description:
        'Opens and clicks are by people. Machine activity is counted separately. open_rate, click_rate, unsubscribe_rate and complaint_rate are shares of the delivered messages, click_to_open of the recipients who opened, and bounce_rate of the sent and failed messages.',
    },
    schedule: {
      summary: 'Schedule a campaign',
    },
    unschedule: {
      summary: 'Unschedule a campaign',
      description: 'The campaign becomes a draft again.',
    },
    pause: {
      summary: 'Pause a campaign',
    },
    resume: {
      summary: 'Resume a paused campaign',
    },
    cancel: {
      summary: 'Cancel a campaign permanently',
      description: 'Recipients who have not received it yet will not receive it.',
    },
    abWinner: {
      summary: 'Choose the winner of an A/B test',
      description: 'The rest of the audience receives this variant.',
    },
    duplicate: {
      summary: 'Copy a campaign into a new draft',
    },
    preview: {
      summary: 'Preview a message as a contact would receive it',
    },
    recipients: {
      summary: 'List the recipients of a campaign',
      description:
        'With what happened to each, and when. CSV has a column for each of it. With since, an incremental pull reads only the recipients to whom something has happened: the message was sent, opened, clicked or returned, or the recipient unsubscribed, complained or converted.',
    },
    links: {
      summary: 'List the links of a campaign and their clicks',
    },
    convert: {
      summary: 'Record a conversion',
      description: 'Each event_id counts only once.',
    },
    resend: {
      summary: 'Create a draft for contacts who did not receive or open it',
    },
    archive: {
      summary: 'Publish a campaign as a web page, or remove the page',
    },
  },
  fields: {
    id: 'The campaign ID.',
    status: 'Only campaigns or recipients with this status.',
    from: 'Only from this time on.',
    to: 'Only until this time. For a resend: which recipients to include.',
    camp_name: 'The internal name. Recipients do not see it.',
    asunto: 'The subject.',
    html: 'The HTML version of the message.',
    text: 'The plain-text version. If it is missing, it is generated from the HTML.',
    preheader: 'The preview text that mail programs show next to the subject.',
    from_name: 'The name of the sender.',
    from_mail: 'The email address of the sender. It must be verified.',
    reply_to: 'The reply-to address.',
    list_id: 'The lists to send to.',
    exclude_list_id: 'Lists whose contacts are excluded.',
    segment_id: 'Only contacts in this segment.',
    template_id: 'The template to create the message from.',
    track_reads: 'Track opens.',
    track_links: 'Track clicks.',
    expect_recipients:
      'The expected number of recipients. If the number differs, the campaign is paused.',
    utm: 'UTM parameters to add to the links.',
    attachments: 'Attached files.',
    ab_test: 'The variants of an A/B test and its settings, as JSON.',
    draft: 'Save as a draft without sending.',
    scheduled_at: 'When to send it.',
    timezone: 'The time zone, such as Europe/Madrid.',
    by_recipient_timezone:
      'Send at this local time of each recipient, based on their timezone field.',
    emails: 'The addresses that receive the test.',
    contact_id: 'The contact whose data fills the merge tags.',
    interval: 'One data point per hour or per day.',
    breakdown: 'Also the results by domain and the bounces by reason. Counting takes longer.',
    variant: 'The variant of the A/B test, such as a or b.',
    format: 'The format of the message.',
    link_id: 'Only recipients who clicked this link.',
    since: 'Only recipients to whom something happened at this time or later.',
    sort: 'The rate to sort by, instead of the time of creation.',
    dry_run: 'Only count the recipients. Nothing is stored or sent.',
    token: 'The token that the click added to the URL.',
    name: 'The name of the conversion, such as purchase.',
    value: 'The value of the conversion.',
    currency: 'The currency, such as EUR.',
    event_id: 'Your own unique ID for this conversion. It counts only once.',
    public: 'Whether the page is public.',
    slug: 'The last part of the URL.',
  },
}
