/** Texts of the visual editor about uploaded images. `{…}` is filled in by the script of the page. */
export const editorImages = {
  title: 'Image',
  upload: 'Upload…',
  gallery: 'Choose image…',
  yours: 'Your images',
  hint: 'PNG, JPEG, GIF or WebP, up to {megabytes} MB; a larger photo is made smaller. You can also drop an image on the message, or paste it.',
  none: 'No images yet. Upload the first one.',
  more: 'Show more',
  loading: 'Loading images…',
  facts: '{width} × {height} px, {size}',
  uploading: 'Uploading “{name}”…',
  progress: 'Upload progress',
  shrinking: 'Making “{name}” smaller…',
  shrunk:
    '“{name}” had {size}. It was made smaller before the upload, because an image can have up to {megabytes} MB.',
  uploaded: '“{name}” is uploaded.',
  stop: 'Cancel upload',
  stopped: 'The upload was canceled.',
  wrongType: '“{name}” is not a PNG, JPEG, GIF or WebP image.',
  tooLarge:
    '“{name}” has {size} and cannot be made smaller here. Make it smaller in a picture editor: an image can have up to {megabytes} MB.',
  empty: '“{name}” is empty.',
  failed: '“{name}” was not uploaded. {reason}',
  altHint:
    'People read or hear it where the image is not shown. Leave it empty only if the image is decoration.',
}
