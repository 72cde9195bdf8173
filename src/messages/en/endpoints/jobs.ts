export const jobs = {
  verbs: {
    list: {
      summary: 'List imports, cleanings and bulk changes',
    },
    get: {
      summary: 'Show the progress of a job',
    },
    errors: {
      summary: 'Download the rejected rows',
      description: 'Each row includes its reason. Fix the rows and import the file again.',
    },
    cancel: {
      summary: 'Cancel a job',
      description: 'Changes that it has already made are kept.',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    job: 'The job ID.',
    kind: 'Only jobs of this type.',
    status: 'Only jobs with this status.',
  },
}
