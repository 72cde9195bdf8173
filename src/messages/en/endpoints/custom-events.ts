export const customEvents = {
  verbs: {
    send: {
      summary: 'Send an event of a contact',
      description:
        'The contact is named by address or id, and must be on a list of yours. Automations that wait for the event go on. A second event with the same `event_id` is not recorded. A batch of up to 1,000 events is `{"events": […]}`: the valid ones are recorded, and the answer names the others. The first value of a property decides whether it is text, a number, a date, true or false, money (`{"amount": 30, "currency": "EUR"}`) or a list; later values must be the same.',
    },
    list: { summary: 'List events of contacts, the newest first' },
    names: { summary: 'List the names of your events' },
    properties: { summary: 'List the properties of your events and their types' },
    pixel: {
      summary: 'Create the address of an image that records an event',
      description:
        'The image needs no JavaScript: a page of a shop shows it, and each time that it is shown the event is recorded, at most once a day without an `event_id` in the address. With a contact it is for that contact. Without one, `c` in the address names the contact: it is the `{{ conversion_token }}` that a link of your message has carried to the page.',
    },
  },
  fields: {
    name: 'The name of the event.',
    email: 'The address of the contact.',
    contact_id: 'The contact ID.',
    at: 'When it happened; by default now.',
    value: 'A value, such as the total of an order.',
    currency: 'The currency of the value: `EUR`.',
    properties:
      'What else is known about the event: text, numbers, `true`, dates, `{"amount": 30, "currency": "EUR"}`, or a list such as `[{"sku": "A-1"}]`.',
    event_id:
      'An ID of yours, so that the event is recorded once. No other event may have it, whatever its name.',
    from: 'The start of the period.',
    to: 'The end of the period.',
    count: 'The number of events.',
    first_at: 'The first event.',
    last_at: 'The latest event.',
    event: 'The name of the event.',
    property: 'The property. `items[].price` is the price of each entry of the list `items`.',
    type: 'The type of its values.',
    id: 'The event ID.',
    duplicate: 'Whether it was recorded before.',
    campaign_id: 'The campaign that the conversion belongs to.',
    url: 'The address of the image.',
    after_id:
      'Only events that were recorded after the one with this ID, in the order of their recording.',
  },
}
