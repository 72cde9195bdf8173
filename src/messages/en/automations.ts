/** Automations as sentences, one line per step. */
export const automationMessages = {
  triggers: {
    list_joined: (list: string) => `when a contact joins list ${list}`,
    form: (list: string) => `when a contact submits the form of list ${list}`,
    confirmed: (list: string) => `when a contact confirms for list ${list}`,
    date_field: (field: string) => `on the date in ${field}`,
    opened: (campaign: string | undefined) =>
      campaign === undefined
        ? 'when a contact opens a message'
        : `when a contact opens campaign ${campaign}`,
    clicked: (campaign: string | undefined) =>
      campaign === undefined
        ? 'when a contact clicks a link'
        : `when a contact clicks in campaign ${campaign}`,
    event: (event: string) => `on the event ${event}`,
  },
  send: (subject: string) => `send “${subject}”`,
  waitPeriod: (period: string) => `wait ${period}`,
  waitHour: (hour: string) => `wait until ${hour}`,
  waitField: (field: string) => `wait until ${field}`,
  waitEvent: (event: string, timeout: string) => `wait up to ${timeout} for ${event}`,
  awaited: {
    open: 'an open',
    click: 'a click',
    sent: 'a message sent',
    bounce: 'a bounce',
    conversion: 'a conversion',
    custom: 'an event',
  },
  awaitedEvent: (name: string) => `the event ${name}`,
  /** The branches of the steps that ask something. */
  branches: {
    condition: { yes: 'if so', no: 'if not' },
    wait_event: { yes: 'if it happens', timeout: 'if not in time' },
  },
  condition: 'condition',
  split: 'random split',
  add_list: (list: string) => `add to list ${list}`,
  remove_list: (list: string) => `remove from list ${list}`,
  add_tag: (tag: string) => `add the tag ${tag}`,
  remove_tag: (tag: string) => `remove the tag ${tag}`,
  set_field: (field: string) => `set ${field}`,
  webhook: (url: string) => `call ${url}`,
  goal: 'goal',
  exit: 'end',
  fromAnywhere: 'reachable from any step',
  figures: (entered: string, here: string) => `${entered} entered, ${here} here now`,
  share: (branch: string, share: string) => `${branch}, ${share} %`,
  aboutToActivate: (name: string, count: string) =>
    `This will activate “${name}”. Contacts entering immediately: ${count}. It will then send to every contact that enters it.`,
  aboutToExit: (name: string, count: string) =>
    `This will stop “${name}”. Contacts in it leave without completing it: ${count}.`,
  aboutToDelete: (name: string, count: string) =>
    `This will permanently delete “${name}”. Contacts in it: ${count}.`,
}
