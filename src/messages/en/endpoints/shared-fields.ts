/** Fields that every noun has alike. */
export const sharedFields = {
  limit: 'How many at most.',
  cursor: 'Where the next page begins.',
  order: 'In which direction.',
  fields: 'Only these fields, separated by commas.',
  q: 'Only what holds this text.',
}
