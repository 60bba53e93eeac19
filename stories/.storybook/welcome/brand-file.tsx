import type { ReactNode } from 'react'

const CODE = `export const theme =
  defineTheme({
    'color-accent':
      '#b4430f',
  })

export const
  agreements = {
    en: english,
    es: spanish,
  }`

/** A picture of the file that developers get. */
export function BrandFile(): ReactNode {
  return (
    <div className="wb-file">
      <b>licet-consent.ts</b>
      <code>{CODE}</code>
    </div>
  )
}
