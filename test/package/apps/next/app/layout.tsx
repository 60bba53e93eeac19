import type { ReactNode } from 'react'
import 'licet/styles.css'

export const metadata = { title: 'Pomelo' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
