/** Fields that all nouns share. */
export const sharedFields = {
  limit: 'The maximum number of items.',
  cursor: 'The cursor of the next page.',
  order: 'The sort order.',
  fields: 'Only these fields, separated by commas.',
  q: 'Only items that contain this text.',
}
