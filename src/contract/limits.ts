/**
 * How many values a JSON body may have, counted as its commas and opening brackets: enough for 5,000
 * contacts with sixty fields, a name and a few tags.
 */
export const maxJsonValues = 350_000
