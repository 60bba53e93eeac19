import Button from '@mui/material/Button'
import MuiDialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MuiMenu from '@mui/material/Menu'
import { cloneElement, type ReactElement, useState } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <MuiDialog open={open} onClose={() => onOpenChange(false)}>
      <DialogTitle>Of the host</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </MuiDialog>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>Menu</Button>
      <MuiMenu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <li>{cloneElement(item as ReactElement<{ onClick: () => void }>, { onClick: () => setAnchor(null) })}</li>
      </MuiMenu>
    </>
  )
}
