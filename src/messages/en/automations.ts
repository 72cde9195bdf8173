/** Automations in words, a line a step. */
export const automationWords = {
  triggers: {
    list_joined: (list: string) => `whoever joins list ${list}`,
    form: (list: string) => `whoever fills in the form of list ${list}`,
    confirmed: (list: string) => `whoever confirms on list ${list}`,
    date_field: (field: string) => `on the day in ${field}`,
    opened: (campaign: string | undefined) =>
      campaign === undefined ? 'whoever opens a message' : `whoever opens campaign ${campaign}`,
    clicked: (campaign: string | undefined) =>
      campaign === undefined ? 'whoever clicks a link' : `whoever clicks in campaign ${campaign}`,
    event: (event: string) => `at the event ${event}`,
  },
  send: (subject: string) => `send “${subject}”`,
  waitPeriod: (period: string) => `wait ${period}`,
  waitHour: (hour: string) => `wait until ${hour}`,
  waitField: (field: string) => `wait until ${field}`,
  waitEvent: (event: string, timeout: string) => `wait for ${event}, ${timeout} at most`,
  condition: 'check',
  split: 'split at random',
  add_list: (list: string) => `add to list ${list}`,
  remove_list: (list: string) => `remove from list ${list}`,
  add_tag: (tag: string) => `add the tag ${tag}`,
  remove_tag: (tag: string) => `remove the tag ${tag}`,
  set_field: (field: string) => `set ${field}`,
  webhook: (url: string) => `call ${url}`,
  goal: 'goal',
  exit: 'exit',
  fromAnywhere: 'reached from anywhere',
  figures: (entered: string, here: string) => `${entered} came, ${here} here`,
  share: (branch: string, share: string) => `${branch}, ${share} %`,
  aboutToActivate: (name: string, count: string) =>
    `“${name}” is about to be activated. Entering at once: ${count}. From then on it writes to whoever enters it.`,
  aboutToExit: (name: string, count: string) =>
    `“${name}” is about to be stopped: everybody inside ends where they stand (${count}).`,
  aboutToDelete: (name: string, count: string) =>
    `“${name}” is about to be deleted for good, with everybody inside (${count}).`,
}
