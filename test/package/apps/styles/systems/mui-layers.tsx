import { StyledEngineProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Host as Mui } from './mui.tsx'

export { centered, padding, Screen } from './mui.tsx'

export function Host({ children }: { readonly children: ReactNode }) {
  return (
    <StyledEngineProvider enableCssLayer>
      <Mui>{children}</Mui>
    </StyledEngineProvider>
  )
}
