import './classes.css'
import CssBaseline from '@mui/material/CssBaseline'
import { styled } from '@mui/material/styles'
import { ConsentScreen } from 'licet'
import type { ReactNode } from 'react'

export const Screen = styled(ConsentScreen)({ padding: 16 })
export const padding = 'my-screen'
export const centered = 'my-title'

export function Host({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <CssBaseline />
      {children}
    </>
  )
}
