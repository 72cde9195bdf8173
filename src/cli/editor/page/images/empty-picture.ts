/** A landscape in gray, which is shown in the place of an image that is still to be chosen. */
export const emptyPicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1104" height="552" viewBox="0 0 1104 552"><path fill="#e4e8ee" d="M0 0h1104v552H0z"/><circle cx="700" cy="190" r="36" fill="#b9c1cc"/><path fill="#b9c1cc" d="m380 390 130-170 90 110 50-55 90 115z"/></svg>',
)}`
