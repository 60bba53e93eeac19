import type { ReactNode } from 'react'

const CODE = `import { createTheme }
  from 'licet/theme'

export const brand =
  createTheme({
    brand: '#b4430f',
    radius: '20px',
    density: 'roomy',
  })`

/** A picture of the file that developers get. */
export function BrandFile(): ReactNode {
  return (
    <div className="wb-file">
      <b>brand-theme.ts</b>
      <code>{CODE}</code>
    </div>
  )
}
