import { type ReactNode, useState } from 'react'
import { Field } from '../shared/field.tsx'

/** A larger picture would not fit beside the other choices into the storage of the browser, and not into a file of code. */
const MAX_KB = 64
const NO_PICTURE = 'This is not a picture, so the logo did not change. Choose an SVG, PNG or JPEG file.'

/** Props of {@link LogoField}. */
export interface LogoFieldProps {
  /** A `data:` URL; `undefined` for the first letter of the name. */
  readonly logo: string | undefined
  readonly onChange: (logo: string | undefined) => void
}

/** The logo of a brand, from a file. */
export function LogoField({ logo, onChange }: LogoFieldProps): ReactNode {
  const [error, setError] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const fault = faultOf(file)
    const url = fault === undefined ? await toDataUrl(file) : undefined
    const isPicture = url !== undefined && (await canDraw(url))
    setError(fault ?? (isPicture ? undefined : NO_PICTURE))
    if (isPicture) onChange(url)
  }
  return (
    <Field label="Logo" error={error}>
      {(ids) => (
        <span className="logo">
          {logo !== undefined && (
            <>
              <img src={logo} alt="The chosen logo" />
              <button type="button" onClick={() => onChange(undefined)}>
                Remove
              </button>
            </>
          )}
          <input
            {...ids}
            type="file"
            className="visually-hidden"
            accept="image/*"
            aria-invalid={error !== undefined}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // The same file can be chosen again after Remove.
              target.value = ''
            }}
          />
          <label htmlFor={ids.id} className="button">
            {logo === undefined ? 'Choose a file' : 'Replace'}
          </label>
        </span>
      )}
    </Field>
  )
}

function faultOf({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return NO_PICTURE
  if (size > MAX_KB * 1024)
    return `This picture has ${Math.ceil(size / 1024)} kB, so the logo did not change. Choose one of at most ${MAX_KB} kB.`
  return undefined
}

/** Returns whether the browser can draw the picture. */
async function canDraw(url: string): Promise<boolean> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
