export const media = {
  verbs: {
    list: { summary: 'List your images, the newest first' },
    get: { summary: 'Show an image and what uses it' },
    add: {
      summary: 'Add an image for your messages',
      description:
        'The image is made fit for mail: upright, no wider than `max_width`, and without metadata such as the place where a photo was taken. WebP becomes JPEG, PNG or GIF, because some mail clients do not show it. The same file again is the same image. The body is the file, up to 10 MB.',
    },
    delete: {
      summary: 'Delete an image',
      description: 'Images in messages that were sent are missing from them afterwards.',
    },
  },
  fields: {
    id: 'The image ID.',
    name: 'A name for the list of images.',
    type: 'The content type.',
    bytes: 'The size in bytes.',
    width: 'The width in pixels.',
    height: 'The height in pixels.',
    url: 'The public address, for messages.',
    created_at: 'When it was added.',
    used_in: 'The campaigns, templates and brands that use it.',
    max_width: 'A wider image is made smaller.',
    force: 'Delete it although something uses it.',
  },
}
