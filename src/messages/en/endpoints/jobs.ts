export const jobs = {
  verbs: {
    list: {
      summary: 'List imports, cleanings and bulk changes',
    },
    get: {
      summary: 'Show how far a job is',
    },
    errors: {
      summary: 'Download the rows that were refused',
      description: 'Each with its reason: mend them and import the file again.',
    },
    cancel: {
      summary: 'Cancel a job',
      description: 'What it has done stays.',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    job: 'The number of the job.',
    kind: 'Only jobs of this kind.',
    status: 'Only jobs in this state.',
  },
}
