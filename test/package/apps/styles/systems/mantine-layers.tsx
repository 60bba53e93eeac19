import '@mantine/core/styles.layer.css'
import './classes.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

export const padding = 'my-screen'
export const centered = 'my-title'

export function Host({ children }: { readonly children: ReactNode }) {
  return <MantineProvider>{children}</MantineProvider>
}
