/** Warnings about the fields of a list. */
export const fieldWarnings = {
  field_self_set:
    'People can set “{name}” themselves, in the form and in the preference center. If it decides a price or a right, make it internal: `lists fields update FIELD --list LIST --internal`.',
}
