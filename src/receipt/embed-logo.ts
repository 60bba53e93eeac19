/**
 * Returns the logo that is on screen as a `data:` URL, for a page that loads nothing. Returns `undefined` when there is none, or when the
 * policy of the page or the server of the image does not allow to read it.
 */
export async function embedLogo(logo: string | undefined): Promise<string | undefined> {
  if (logo?.startsWith('data:')) return logo
  const shown = document.querySelector('[data-licet] [data-part="company-mark"] > svg')
  if (logo === undefined)
    return shown ? `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(shown))}` : undefined
  const image = await fetch(logo)
    .then((response) => (response.ok ? response.blob() : undefined))
    .catch(() => undefined)
  return image?.type.startsWith('image/') ? toDataUrl(image) : undefined
}

function toDataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })
}
