import './classes.css'
import { ChakraProvider, chakra, defaultSystem } from '@chakra-ui/react'
import { ConsentScreen } from 'licet'
import type { ReactNode } from 'react'

export const Screen = chakra(ConsentScreen, { base: { padding: '16px' } })
export const padding = 'my-screen'
export const centered = 'my-title'

export function Host({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={defaultSystem}>{children}</ChakraProvider>
}
