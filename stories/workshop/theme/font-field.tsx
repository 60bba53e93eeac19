import { type ReactNode, useState } from 'react'
import { Field } from '../shared/field.tsx'
import { firstFont } from '../shared/font-names.ts'
import { hasFont, listFonts } from './fonts.ts'

/** The value of the list for a font that is not in it, and what its field starts with. */
const OTHER_FONT = 'other'
const FIRST_OTHER_FONT = 'My Font, sans-serif'

/** Props of {@link FontField}. */
export interface FontFieldProps {
  /** A CSS value for `font-family`; `undefined` for the font of the theme. */
  readonly font: string | undefined
  readonly onChange: (font: string | undefined) => void
}

/** The font of a brand: one that this page can show, or one that only the app loads. */
export function FontField({ font, onChange }: FontFieldProps): ReactNode {
  const [fonts] = useState(listFonts)
  const isListed = font === undefined || fonts.some(({ family }) => family === font)
  return (
    <>
      <Field label="Font">
        {(ids) => (
          <select
            {...ids}
            value={isListed ? (font ?? '') : OTHER_FONT}
            onChange={({ target: { value } }) =>
              onChange(value === '' ? undefined : value === OTHER_FONT ? FIRST_OTHER_FONT : value)
            }
          >
            <option value="">Of the theme</option>
            {fonts.map(({ name, family }) => (
              <option key={name} value={family}>
                {name}
              </option>
            ))}
            <option value={OTHER_FONT}>Another font</option>
          </select>
        )}
      </Field>
      {font !== undefined && !isListed && (
        <>
          <Field label="Font family">
            {(ids) => <input {...ids} type="text" value={font} onChange={(event) => onChange(event.target.value || undefined)} />}
          </Field>
          <p role="status" className="field-note">
            {!hasFont(font) &&
              `${firstFont(font)} is not on this device, so the screens show the next font. People see it where your app loads it.`}
          </p>
        </>
      )}
    </>
  )
}
