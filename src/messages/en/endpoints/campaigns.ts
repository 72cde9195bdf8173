export const campaigns = {
  verbs: {
    list: {
      summary: 'List campaigns',
      description:
        'The newest come first. With status=active: what is being sent, waits for it or is paused.',
    },
    create: {
      summary: 'Create a campaign',
      description: 'It is sent at once, unless it is kept as a draft or given a time.',
    },
    get: {
      summary: 'Show a campaign',
    },
    update: {
      summary: 'Change a campaign',
      description: 'Possible until it begins to be sent, and while it is paused.',
    },
    delete: {
      summary: 'Delete a campaign',
      description: 'Not possible while it is being sent: pause or cancel it first.',
    },
    check: {
      summary: 'Check whether a campaign is ready to send',
      description:
        'Looks at the sender, the audience, the merge tags, the links, the size and more.',
    },
    test: {
      summary: 'Send a test of a campaign',
      description: 'Goes to at most ten addresses and counts in no statistics.',
    },
    send: {
      summary: 'Send a campaign now',
      description: 'Starting one that is already being sent changes nothing.',
    },
    stats: {
      summary: 'Show what came of a campaign',
      description: 'Opens and clicks are those of people; what machines did is counted apart.',
    },
    schedule: {
      summary: 'Send a campaign at a set time',
    },
    unschedule: {
      summary: 'Take back the set time of a campaign',
      description: 'It becomes a draft again.',
    },
    pause: {
      summary: 'Pause a campaign',
    },
    resume: {
      summary: 'Go on with a paused campaign',
    },
    cancel: {
      summary: 'Cancel a campaign for good',
      description: 'Whoever has not been written to yet will not be.',
    },
    abWinner: {
      summary: 'Choose the winner of an A/B test',
      description: 'The rest of the audience gets this version.',
    },
    duplicate: {
      summary: 'Copy a campaign into a new draft',
    },
    preview: {
      summary: 'Show a message as a contact would get it',
    },
    recipients: {
      summary: 'List whom a campaign went to',
    },
    links: {
      summary: 'List the links of a campaign and their clicks',
    },
    convert: {
      summary: 'Record a conversion',
      description: 'The same event_id counts once.',
    },
    resend: {
      summary: 'Make a draft for those who were not reached',
    },
    archive: {
      summary: 'Publish a campaign as a web page, or take it down',
    },
  },
  fields: {
    id: 'The number of the campaign.',
    status: 'Only those in this state.',
    from: 'Only what happened from this time on.',
    to: 'Until when; for a resend, to whom.',
    camp_name: 'The name, which only you see.',
    asunto: 'The subject.',
    html: 'The message in HTML.',
    text: 'The message as plain text; made from the HTML when there is none.',
    preheader: 'The line that mail programs show beside the subject.',
    from_name: 'The name of the sender.',
    from_mail: 'The address of the sender, which must be verified.',
    reply_to: 'Where answers go.',
    list_id: 'The lists it goes to.',
    exclude_list_id: 'Lists whose contacts do not get it.',
    segment_id: 'Only those contacts of the lists that are in this segment.',
    template_id: 'The template the message is made from.',
    track_reads: 'Count who opens it.',
    track_links: 'Count who clicks.',
    expect_recipients: 'How many recipients there should be; otherwise it is paused.',
    utm: 'Tags that are added to the links.',
    attachments: 'Files that go with it.',
    ab_test: 'Versions to try on a part of the audience, as JSON.',
    draft: 'Keep it as a draft; nothing is sent.',
    scheduled_at: 'When it is sent.',
    timezone: 'The time zone, such as Europe/Madrid.',
    by_recipient_timezone:
      'At this hour of each recipient’s own clock: their field timezone names the zone.',
    emails: 'The addresses that get the test.',
    contact_id: 'The contact whose data is used.',
    interval: 'One point for each hour or day.',
    variant: 'The version of an A/B test, such as a or b.',
    format: 'Which form of the message.',
    link_id: 'Only those who clicked this link.',
    token: 'The token that the click brought along.',
    name: 'What happened, such as purchase.',
    value: 'What it was worth.',
    currency: 'The currency, such as EUR.',
    event_id: 'Your own number for it, so that it counts once.',
    public: 'Whether everybody may see it.',
    slug: 'The end of its address.',
  },
}
